import type { CompactionReason, Receipt } from "@cutpoint/core";
import type { Attributes } from "@opentelemetry/api";

/** `gen_ai.operation.name` of a compaction. The GenAI conventions have no name for it. */
export const OPERATION = "compact";

/** Attributes of the GenAI conventions. */
export const GEN_AI = {
  operation: "gen_ai.operation.name",
  conversation: "gen_ai.conversation.id",
  compacted: "gen_ai.conversation.compacted",
  inputTokens: "gen_ai.usage.input_tokens",
  outputTokens: "gen_ai.usage.output_tokens",
  cacheReadTokens: "gen_ai.usage.cache_read.input_tokens",
  cacheWriteTokens: "gen_ai.usage.cache_creation.input_tokens",
} as const;

/** The general attribute of all failed operations. */
export const ERROR_TYPE = "error.type";

/** Attributes that the conventions lack. */
export const CUTPOINT = {
  reason: "cutpoint.compaction.reason",
  outcome: "cutpoint.compaction.outcome",
  method: "cutpoint.compaction.method",
  tokensBefore: "cutpoint.compaction.tokens_before",
  tokensAfter: "cutpoint.compaction.tokens_after",
  summaryTokens: "cutpoint.compaction.summary_tokens",
  compactedItems: "cutpoint.compaction.compacted_items",
  keptItems: "cutpoint.compaction.kept_items",
  summaryCalls: "cutpoint.compaction.summary_calls",
  rewrittenTokens: "cutpoint.compaction.rewritten_tokens",
  dollars: "cutpoint.compaction.dollars",
  failure: "cutpoint.failure",
  summarizer: "cutpoint.summarizer",
  skipped: "cutpoint.compaction.skipped",
} as const;

/** Returns the attributes that all metrics and the span of a compaction have. */
export function sharedAttributes(reason: CompactionReason): Attributes {
  return { [GEN_AI.operation]: OPERATION, [CUTPOINT.reason]: reason };
}

/** Returns the attributes of a finished compaction. They contain sizes and counts, never text of the conversation. */
export function receiptAttributes(receipt: Receipt): Attributes {
  const { attempts, cost } = receipt;
  const { dollars, rewrittenTokens, summaryCalls, summaryUsage: usage } = cost;
  const isReported = attempts.some((attempt) => attempt.usage !== null);
  return {
    [GEN_AI.compacted]: true,
    [CUTPOINT.tokensBefore]: receipt.tokensBefore,
    [CUTPOINT.tokensAfter]: receipt.tokensAfter,
    [CUTPOINT.summaryTokens]: receipt.summaryTokens,
    [CUTPOINT.compactedItems]: receipt.compacted.items,
    [CUTPOINT.keptItems]: receipt.kept.items,
    [CUTPOINT.summaryCalls]: summaryCalls,
    [CUTPOINT.rewrittenTokens]: rewrittenTokens,
    ...(isReported && {
      [GEN_AI.inputTokens]: usage.inputTokens,
      [GEN_AI.outputTokens]: usage.outputTokens,
      [GEN_AI.cacheReadTokens]: usage.cacheReadTokens,
      [GEN_AI.cacheWriteTokens]: usage.cacheWriteTokens,
    }),
    ...(dollars !== null && { [CUTPOINT.dollars]: dollars }),
  };
}
