import type { Subject } from "@cutpoint/conformance";
import { TURN_CONTEXT_HEADING } from "@cutpoint/core/kit";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { createModelSummarizer } from "@cutpoint/prompts";

export const subjects: readonly Subject[] = [
  {
    type: "summarizer",
    name: "@cutpoint/core's summarizer by rules",
    rig: {
      kind: "rules",
      instructions: "followed",
      goodAnswer: () => "",
      create: () => createExtractiveSummarizer(),
    },
  },
  {
    type: "summarizer",
    name: "@cutpoint/prompts",
    rig: {
      kind: "model",
      instructions: "followed",
      goodAnswer: filledIn,
      create: (model) =>
        createModelSummarizer({
          name: "scripted",
          complete: ({ system, prompt }, { signal, maxTokens }) =>
            model({ prompt: `${system}\n\n${prompt}`, maxTokens }, signal),
        }),
    },
  },
];

/** An answer with every requested heading and text under it. */
function filledIn(prompt: string): string {
  const headings = prompt.split("\n").filter((line) => line.startsWith("## "));
  const sections = [...new Set(headings)].map((heading) => `${heading}\n- The key is in hall 7.`);
  const turn = prompt.includes(TURN_CONTEXT_HEADING)
    ? ["---", TURN_CONTEXT_HEADING, "- The buoy was asked for."]
    : [];
  return [...sections, ...turn].join("\n\n");
}
