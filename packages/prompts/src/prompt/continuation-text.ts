import type { FitOutcome } from "@cutpoint/core";
import type { VersionedText } from "./prompt.ts";

/** The state of the conversation at a compaction. */
type Situation = Extract<FitOutcome, { type: "compacted" }>["situation"];

const TEXTS: Readonly<Record<Situation, string>> = {
  "tool-loop": "Continue if you have next steps.",
  unanswered:
    "Answer the user's last message. What the summary reports as done is done: do not begin it again.",
  idle: "The last request is answered. Wait for the user; begin nothing from the summary by yourself.",
  manual:
    "The user had the conversation compacted and has not asked for anything yet. Wait for the next message.",
};

/** Returns the text to send to a model after a compaction. Only `tool-loop` makes it continue. */
export function continuationText(situation: Situation): VersionedText {
  return { version: `continuation-${situation}/1`, text: TEXTS[situation] };
}
