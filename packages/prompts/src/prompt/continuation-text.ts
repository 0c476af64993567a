import type { FitOutcome } from "@cutpoint/core";
import type { VersionedText } from "./prompt.ts";

/** Where the conversation was when it was compacted. */
type Situation = Extract<FitOutcome, { type: "compacted" }>["situation"];

const TEXTS: Readonly<Record<Situation, string>> = {
  "tool-loop": "Continue if you have next steps.",
  unanswered:
    "Answer the user's last message. What the summary reports as done is done: do not begin it again.",
  idle: "The last request is answered. Wait for the user; begin nothing from the summary by yourself.",
  manual:
    "The user had the conversation compacted and has not asked for anything yet. Wait for the next message.",
};

/** What to say to a model after a compaction, by where the conversation stood: only `tool-loop` tells it to go on. */
export function continuationText(situation: Situation): VersionedText {
  return { version: `continuation-${situation}/1`, text: TEXTS[situation] };
}
