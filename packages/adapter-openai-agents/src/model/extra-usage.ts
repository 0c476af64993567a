import type { FitOutcome, SummaryAttempt, TokenUsage } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { type AgentInputItem, type StreamEventResponseCompleted, Usage } from "@openai/agents-core";

/** The usage of a request that is not part of the answer. */
export type ExtraUsage = { readonly endpoint: string; readonly usage: TokenUsage };

/** The endpoint of usage entries for calls of a summarizer. */
export const SUMMARY_ENDPOINT = "cutpoint.summary";
/** The endpoint of usage entries for requests that were too large. */
export const OVERFLOW_ENDPOINT = "cutpoint.overflow";

/** The parts of an answer that show the result of its request. */
export type Answer = {
  readonly output: readonly AgentInputItem[];
  readonly usage: Usage | StreamEventResponseCompleted["response"]["usage"];
  readonly providerData?: unknown;
};

type UsageInput = ConstructorParameters<typeof Usage>[0];

const NOTHING: TokenUsage = { inputTokens: 0, outputTokens: 0 };

/** Returns the calls of a compaction's summarizers, including failed ones. */
export function attemptsOf(outcome: FitOutcome): readonly SummaryAttempt[] {
  if (outcome.type === "compacted") return outcome.receipt.attempts;
  return outcome.type === "failed" ? (outcome.error.failure?.attempts ?? []) : [];
}

/** Returns the usage of each summarizer call. A call without a report counts as a request of 0 tokens. */
export function extraUsageOf(outcome: FitOutcome): readonly ExtraUsage[] {
  return attemptsOf(outcome).map(({ usage }) => ({
    endpoint: SUMMARY_ENDPOINT,
    usage: usage ?? NOTHING,
  }));
}

/** Returns the usage of a request that was too large; 0 tokens if the provider did not report it. */
export function overflowUsage(reported: unknown): ExtraUsage {
  return { endpoint: OVERFLOW_ENDPOINT, usage: usageOf(reported) ?? NOTHING };
}

/** Adds extra usage to that of an answer; each part is an entry with its own endpoint. */
export function addExtraUsage(usage: Answer["usage"], extra: readonly ExtraUsage[]): Usage {
  const own = usage instanceof Usage ? usage : new Usage(usage as UsageInput);
  if (extra.length === 0) return own;
  const total = new Usage({ requests: 0 });
  total.add(own);
  for (const { endpoint, usage: tokenUsage } of extra) total.add(entryOf(endpoint, tokenUsage));
  return total;
}

function entryOf(endpoint: string, usage: TokenUsage): Usage {
  const { inputTokens, outputTokens, cacheReadTokens } = usage;
  const details = {
    inputTokensDetails: cacheReadTokens === undefined ? {} : { cached_tokens: cacheReadTokens },
    outputTokensDetails: {},
  };
  const entry = { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens };
  return new Usage({
    requests: 1,
    ...entry,
    requestUsageEntries: [{ ...entry, ...details, endpoint }],
  });
}

/** Reads the usage of one request, in the SDK's form or the provider's; `undefined` if there is none. */
export function usageOf(reported: unknown): TokenUsage | undefined {
  if (!isRecord(reported)) return undefined;
  const inputTokens = reported["inputTokens"] ?? reported["input_tokens"];
  const outputTokens = reported["outputTokens"] ?? reported["output_tokens"];
  if (!isCount(inputTokens) || !isCount(outputTokens)) return undefined;
  const cached = cachedTokens(reported["inputTokensDetails"] ?? reported["input_tokens_details"]);
  return { inputTokens, outputTokens, ...(cached === null ? {} : { cacheReadTokens: cached }) };
}

function cachedTokens(details: unknown): number | null {
  const first: unknown = Array.isArray(details) ? details[0] : details;
  const cached = isRecord(first) ? first["cached_tokens"] : undefined;
  return isCount(cached) ? cached : null;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
