import type { Message } from "@cutpoint/core";
import type { Transcript } from "@cutpoint/eval/measures";
import { summaryMessage } from "./compaction-result.ts";

/** Returns messages as a transcript without its summaries, so that they do not count as something that was said. */
export function readingInput(messages: readonly Message[]): Transcript {
  return {
    id: "",
    kind: "recorded",
    project: "",
    messages: messages.map((message) => (isSummary(message) ? summaryMessage("") : message)),
    shown: new Map(),
    questions: [],
    summary: null,
  };
}

/** Whether a message was written by a compaction. */
export function isSummary(message: Message): boolean {
  return message.role === "user" && message.provenance === "summary";
}
