export type { Complete, Completion, ModelSummarizerOptions } from "./model-summarizer.ts";
export { createModelSummarizer } from "./model-summarizer.ts";
export type { Prompt, SummaryPromptRequest } from "./summary-prompt.ts";
export { summaryPrompt } from "./summary-prompt.ts";
