import { type TokenUsage, type SummaryAttempt } from "@cutpoint/core";
import { type AgentInputItem, type StreamEventResponseCompleted, Usage } from "@openai/agents-core";
import { isRecord } from "../items/json.ts";

/** What a request took that is no part of the answer. */
export type ExtraUsage = { readonly endpoint: string; readonly usage: TokenUsage };

/** The endpoint of the entries that stand for a summarizer's calls. */
export const SUMMARY_ENDPOINT = "cutpoint.summary";
/** The endpoint of the entries that stand for requests that the provider found too large. */
export const OVERFLOW_ENDPOINT = "cutpoint.overflow";

/** What of an answer says how a request went. */
export type Answer = {
  readonly output: readonly AgentInputItem[];
  readonly usage: Usage | StreamEventResponseCompleted["response"]["usage"];
  readonly providerData?: unknown;
};

type UsageInput = ConstructorParameters<typeof Usage>[0];

const NOTHING: TokenUsage = { inputTokens: 0, outputTokens: 0 };

/** The calls of a summary; of those that told nothing, only that they were made. */
export function summaryBookings(
  calls: number,
  attempts: readonly SummaryAttempt[],
): readonly ExtraUsage[] {
  const silent = Math.max(0, calls - attempts.length);
  const usages = [
    ...attempts.map(({ usage }) => usage ?? NOTHING),
    ...Array.from({ length: silent }, () => NOTHING),
  ];
  return usages.map((usage) => ({ endpoint: SUMMARY_ENDPOINT, usage }));
}

/** A request that was too large. A model of this SDK that can book it with the run does so itself, and says so. */
export function overflowBooking(reported: unknown): ExtraUsage {
  return { endpoint: OVERFLOW_ENDPOINT, usage: usageOf(reported) ?? NOTHING };
}

/** The usage of an answer with what else was taken for it; each booking is an entry under its own endpoint. */
export function addExtraUsage(usage: Answer["usage"], bookings: readonly ExtraUsage[]): Usage {
  const own = usage instanceof Usage ? usage : new Usage(usage as UsageInput);
  if (bookings.length === 0) return own;
  const total = new Usage({ requests: 0 });
  total.add(own);
  for (const { endpoint, usage: taken } of bookings) total.add(entryOf(endpoint, taken));
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

/** What one request took, from the SDK's words or the provider's; `undefined` where it does not tell. */
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
