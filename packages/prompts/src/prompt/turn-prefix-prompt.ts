import { contextBlock, focusBlock, lengthRule, type PromptExtras, tagged } from "./blocks.ts";
import { type Prompt, promptOf } from "./prompt.ts";
import { SUMMARY_RULES } from "./rules.ts";
import { type Section, sectionsText } from "./sections.ts";

/** The sections for the start of a split turn. */
export const TURN_SECTIONS: readonly Section[] = [
  {
    heading: "## Original Request",
    guide: "[What the user asked for in this turn, in the user's words]",
  },
  {
    heading: "## Early Progress",
    guide:
      "- [What was done, with its result; what was decided, and why; what has been started and is not finished]",
  },
  {
    heading: "## Context for Suffix",
    guide:
      "- [What the rest of the turn builds on: exact values, findings and their causes, signatures, failed attempts, and what the project's files demand]",
  },
];

export type TurnPrefixPromptRequest = Omit<PromptExtras, "prompt"> & {
  /** The start of the turn, as text from `transcriptText` of `@cutpoint/core/kit`. */
  readonly turnPrefix: string;
  /** The earlier summary of the same turn. */
  readonly previousTurn?: string | null;
};

const ASK = `The text above is the beginning of one turn that was too long to keep. The rest of the turn follows after your summary.
Summarize the beginning so that the rest can be understood. Use exactly these sections:

${sectionsText(TURN_SECTIONS)}`;

const MERGE =
  "<previous-summary> contains what came before in the same turn. Merge it, and keep the original request as it is there.";

/** Returns the prompt for the start of a split turn. */
export function turnPrefixPrompt(request: TurnPrefixPromptRequest): Prompt {
  const previousTurn = request.previousTurn ?? "";
  return promptOf("turn-prefix/3", [
    tagged("conversation", request.turnPrefix),
    tagged("previous-summary", previousTurn),
    contextBlock(request.contextLines),
    ASK,
    previousTurn.trim() === "" ? "" : MERGE,
    SUMMARY_RULES,
    lengthRule(request.maxTokens),
    focusBlock(request.instructions),
  ]);
}
