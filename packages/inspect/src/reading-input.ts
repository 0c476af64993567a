import type { Message } from "@cutpoint/core";
import type { Transcript } from "@cutpoint/eval/measures";

/** Returns messages as a transcript, which the measures of eval read. */
export function readingInput(messages: readonly Message[]): Transcript {
  return {
    id: "",
    kind: "recorded",
    project: "",
    messages,
    shown: new Map(),
    questions: [],
    summary: null,
  };
}
