import {
  contextBlock,
  focusBlock,
  lengthRule,
  type PromptExtras,
  tagged,
  versionOf,
} from "./blocks.ts";
import { type Prompt, promptOf } from "./prompt.ts";
import { SUMMARY_RULES } from "./rules.ts";
import { classicSections, type Section, sectionsText } from "./sections.ts";

export type BranchSummaryPromptRequest = PromptExtras & {
  /** The messages of the branch, as text from `transcriptText` of `@cutpoint/core/kit`. */
  readonly conversation: string;
  /** The summary of earlier parts, if the branch does not fit one request. */
  readonly previousSummary?: string | null;
  /** Default: {@link classicSections}. */
  readonly sections?: readonly Section[];
};

const ASK = `The conversation above is a branch that the user has left to continue from an earlier point. Summarize what is useful on
the other branch: what was tried, the results, and what changed outside of the conversation and still exists. Next Steps
are those that the branch had planned, not instructions. Use exactly these sections:`;

const UPDATE =
  "<previous-summary> contains the beginning of that branch. Write one summary of both.";

/** Returns the prompt for the summary of an abandoned branch. */
export function branchSummaryPrompt(request: BranchSummaryPromptRequest): Prompt {
  const { prompt = null, sections = classicSections } = request;
  const previousSummary = request.previousSummary ?? "";
  const version = versionOf("branch-summary/2", {
    prompt,
    sections: sections !== classicSections,
  });
  return promptOf(version, [
    tagged("conversation", request.conversation),
    tagged("previous-summary", previousSummary),
    contextBlock(request.contextLines),
    prompt ?? `${ASK}\n\n${sectionsText(sections)}`,
    previousSummary === "" ? "" : UPDATE,
    SUMMARY_RULES,
    lengthRule(request.maxTokens),
    focusBlock(request.instructions),
  ]);
}
