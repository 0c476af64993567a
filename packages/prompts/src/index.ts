export type { Prompt, VersionedText } from "./prompt/prompt.ts";
export type { PromptExtras } from "./prompt/blocks.ts";
export type { Section } from "./prompt/sections.ts";
export {
  defaultSections,
  classicSections,
  missingHeadings,
  sectionsText,
  withSections,
} from "./prompt/sections.ts";
export type { SummaryPromptRequest } from "./prompt/summary-prompt.ts";
export { firstSummaryPrompt, summaryPrompt, updateSummaryPrompt } from "./prompt/summary-prompt.ts";
export type { TurnPrefixPromptRequest } from "./prompt/turn-prefix-prompt.ts";
export { turnPrefixPrompt } from "./prompt/turn-prefix-prompt.ts";
export type { ShortSummaryPromptRequest } from "./prompt/short-summary-prompt.ts";
export { shortSummaryPrompt } from "./prompt/short-summary-prompt.ts";
export type { BranchSummaryPromptRequest } from "./prompt/branch-summary-prompt.ts";
export { branchSummaryPrompt } from "./prompt/branch-summary-prompt.ts";
export type { AlignedPromptRequest } from "./prompt/aligned-prompt.ts";
export { alignedPrompt } from "./prompt/aligned-prompt.ts";
export { continuationText } from "./prompt/continuation-text.ts";
export type {
  AlignedRequest,
  Complete,
  CompleteAligned,
  CompleteOptions,
  Completion,
} from "./model/completion.ts";
export type { ModelSettings, ModelSummarizerOptions } from "./model/model-summarizer.ts";
export { createModelSummarizer } from "./model/model-summarizer.ts";
