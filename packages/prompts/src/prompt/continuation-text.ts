import type { FitOutcome } from "@cutpoint/core";
import type { VersionedText } from "./prompt.ts";

/** The state of the conversation at a compaction. */
type Situation = Extract<FitOutcome, { type: "compacted" }>["situation"];

const TEXTS: Readonly<Record<Situation, string>> = {
  "tool-loop": "Continue if you have next steps.",
  unanswered: "Answer the user's last message. Do not repeat work that the summary lists as done.",
  idle: "The last request is answered. Wait for the user. Do not start anything from the summary.",
  manual:
    "The user compacted the conversation and has not asked for anything since. Wait for the next message.",
};

/** Returns the text to send to a model after a compaction. Only `tool-loop` makes it continue. */
export function continuationText(situation: Situation): VersionedText {
  return { version: `continuation-${situation}/2`, text: TEXTS[situation] };
}
