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

const ASK = `The conversation above is a branch that the user has left to go on from an earlier point. Summarize it, so that what was
learned there is of use on the other branch: what was tried, what came out, what changed outside of the conversation and
so is still in force. Next Steps are those that the branch had planned, not orders. Use exactly these sections:`;

const UPDATE =
  "What <previous-summary> tells came first on that branch: write one summary of both.";

/** Returns the prompt for the summary of an abandoned branch. */
export function branchSummaryPrompt(request: BranchSummaryPromptRequest): Prompt {
  const { prompt = null, sections = classicSections } = request;
  const previousSummary = request.previousSummary ?? "";
  const version = versionOf("branch-summary/1", {
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
