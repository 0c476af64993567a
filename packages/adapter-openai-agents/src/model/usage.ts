import type { FitOutcome, SummaryAttempt, TokenUsage } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import {
  type AgentInputItem,
  RequestUsage,
  type RunContext,
  type StreamEventResponseCompleted,
  Usage,
} from "@openai/agents-core";

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

/** Returns the calls of a compaction's summarizers, including failed ones. */
export function attemptsOf(outcome: FitOutcome): readonly SummaryAttempt[] {
  if (outcome.type === "compacted") return outcome.receipt.attempts;
  return outcome.type === "failed" ? (outcome.error.failure?.attempts ?? []) : [];
}

/** Returns the usage of each summarizer call. */
export function summaryUsage(outcome: FitOutcome): readonly RequestUsage[] {
  return attemptsOf(outcome).map(({ usage }) => requestUsage(SUMMARY_ENDPOINT, usage));
}

/** Returns the usage of a request that is not part of the answer; 0 tokens if the provider did not report it. */
export function requestUsage(endpoint: string, usage: TokenUsage | null | undefined): RequestUsage {
  const { inputTokens = 0, outputTokens = 0, cacheReadTokens } = usage ?? {};
  return new RequestUsage({
    inputTokens,
    outputTokens,
    totalTokens: inputTokens + outputTokens,
    inputTokensDetails: cacheReadTokens === undefined ? {} : { cached_tokens: cacheReadTokens },
    endpoint,
  });
}

/** Adds the usage of other requests to that of an answer. Each is an entry. */
export function addExtraUsage(usage: Answer["usage"], extra: readonly RequestUsage[]): Usage {
  const own = usage instanceof Usage ? usage : new Usage(usage as UsageInput);
  if (extra.length === 0) return own;
  const total = new Usage({ requests: 0 });
  total.add(own);
  for (const entry of extra) {
    const { inputTokens, outputTokens, totalTokens } = entry;
    total.add(new Usage({ inputTokens, outputTokens, totalTokens, requestUsageEntries: [entry] }));
  }
  return total;
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

/** Returns the usage of a run's newest request. Requests of summarizers and refused requests are ignored. */
export function newestUsage(context: RunContext | undefined): TokenUsage | undefined {
  return usageOf(ownEntry(context?.usage.requestUsageEntries));
}

/** Returns the usage of an answer's own request, without the extra usage that was added to it. */
export function answerUsage(usage: RunUsage): TokenUsage | undefined {
  return usageOf(ownEntry(usage.requestUsageEntries) ?? usage);
}

/** The usage of a response, streamed or not. */
type RunUsage = { readonly requestUsageEntries?: readonly Entry[] | undefined };

type Entry = { readonly endpoint?: string | undefined };

function ownEntry<Own extends Entry>(entries: readonly Own[] | undefined): Own | undefined {
  return entries?.findLast((entry) => !isExtra(entry));
}

/** Returns whether an entry is that of a summary or of a request that was too large. */
export function isExtra({ endpoint }: Entry): boolean {
  return endpoint === SUMMARY_ENDPOINT || endpoint === OVERFLOW_ENDPOINT;
}
