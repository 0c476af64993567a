import { contextBlock, focusBlock, lengthRule, type PromptExtras, tagged } from "./blocks.ts";
import { type Prompt, promptOf } from "./prompt.ts";
import { type Section, sectionsText } from "./sections.ts";

/** The sections for the start of a split turn. */
export const TURN_SECTIONS: readonly Section[] = [
  {
    heading: "## Original Request",
    guide: "[What the user asked for in this turn, in the user's words]",
  },
  { heading: "## Early Progress", guide: "- [What was done and decided so far]" },
  {
    heading: "## Context for Suffix",
    guide:
      "- [What one must know to understand how the turn goes on: exact values, states, findings]",
  },
];

export type TurnPrefixPromptRequest = Omit<PromptExtras, "prompt"> & {
  /** The start of the turn, as text from `transcriptText` of `@cutpoint/core/kit`. */
  readonly turnPrefix: string;
  /** The earlier summary of the same turn. */
  readonly previousTurn?: string | null;
};

const ASK = `The text above is the beginning of one turn that was too long to be kept whole; its end follows after your summary.
Summarize it, so that the end can be understood. Use exactly these sections:

${sectionsText(TURN_SECTIONS)}`;

const MERGE =
  "<previous-summary> tells what came before in the same turn: take it in, keep the original request as it is there, and do not quote the rest as a whole.";

const RULES = `Rules:
- Copy paths, names, ids, numbers, versions and error messages to the letter. Never write out a key or a password.
- State nothing that the text does not say; do not list the files that were read or changed.
- Write in the language that the user writes in; leave the headings as they are.`;

/** Returns the prompt for the start of a split turn. */
export function turnPrefixPrompt(request: TurnPrefixPromptRequest): Prompt {
  const previousTurn = request.previousTurn ?? "";
  return promptOf("turn-prefix/1", [
    tagged("conversation", request.turnPrefix),
    tagged("previous-summary", previousTurn),
    contextBlock(request.contextLines),
    ASK,
    previousTurn.trim() === "" ? "" : MERGE,
    RULES,
    lengthRule(request.maxTokens),
    focusBlock(request.instructions),
  ]);
}
