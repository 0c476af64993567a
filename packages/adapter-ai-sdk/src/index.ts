export type { CompactionOptions } from "@cutpoint/host-kit";
export { createCompactionMiddleware } from "./middleware.ts";
export { fromModelMessages, toModelMessages } from "./prompt/convert.ts";
export type { AiSdkSummarizerOptions } from "./summarizer.ts";
export { createAiSdkSummarizer } from "./summarizer.ts";
export { withCompaction } from "./with-compaction.ts";
