import { createEstimator, type Message } from "@cutpoint/core";
import type { PlayedRequest } from "./player.ts";

/** System text and tools of a request, in tokens. They never change. */
export const FIXED_TOKENS = 3_000;

/** What the requests of a conversation took, in tokens. */
export type Ledger = {
  requests: number;
  compactions: number;
  /** Input read from the provider's cache. */
  readTokens: number;
  /** Input written to the cache. */
  writtenTokens: number;
  /** Input of summary calls that is not cached. */
  freshTokens: number;
  summaryReadTokens: number;
  outputTokens: number;
  summaryCalls: number;
  /** The views, without what never changes. */
  viewTokens: number;
  largestTokens: number;
  aboveWindow: number;
  /** Views after a compaction, and the part of them that is unchanged. */
  compactedViewTokens: number;
  unchangedTokens: number;
};

export function emptyLedger(): Ledger {
  return {
    requests: 0,
    compactions: 0,
    readTokens: 0,
    writtenTokens: 0,
    freshTokens: 0,
    summaryReadTokens: 0,
    outputTokens: 0,
    summaryCalls: 0,
    viewTokens: 0,
    largestTokens: 0,
    aboveWindow: 0,
    compactedViewTokens: 0,
    unchangedTokens: 0,
  };
}

const estimator = createEstimator();
const sizes = new WeakMap<Message, number>();

/** Returns the estimated tokens of messages. Counts of single messages are cached. */
export function tokensOf(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => {
    const known = sizes.get(message) ?? estimator.estimate(message);
    sizes.set(message, known);
    return sum + known;
  }, 0);
}

const texts = new WeakMap<Message, string>();

function textOf(message: Message): string {
  const known = texts.get(message) ?? JSON.stringify(message.parts);
  texts.set(message, known);
  return known;
}

/** Returns the tokens at the start of a view that an earlier view begins with, too. */
export function sharedTokens(before: readonly Message[], after: readonly Message[]): number {
  let shared = 0;
  for (const [place, message] of after.entries()) {
    const other = before[place];
    if (other === undefined || other.role !== message.role) break;
    if (other === message || textOf(other) === textOf(message)) {
      shared += tokensOf([message]);
      continue;
    }
    const text = textOf(message);
    const old = textOf(other);
    let same = 0;
    while (same < text.length && text[same] === old[same]) same += 1;
    return shared + Math.floor((tokensOf([message]) * same) / text.length);
  }
  return shared;
}

/** Adds a request to a ledger. The cache is always warm. */
export function addRequest(
  ledger: Ledger,
  { calls, isCompacted, messages }: PlayedRequest,
  before: readonly Message[],
  windowTokens: number,
): void {
  const tokens = tokensOf(messages);
  const shared = sharedTokens(before, messages);
  const isFirst = ledger.requests === 0;
  ledger.requests += 1;
  ledger.viewTokens += tokens;
  ledger.readTokens += shared + (isFirst ? 0 : FIXED_TOKENS);
  ledger.writtenTokens += tokens - shared + (isFirst ? FIXED_TOKENS : 0);
  ledger.largestTokens = Math.max(ledger.largestTokens, tokens);
  if (tokens > windowTokens) ledger.aboveWindow += 1;
  if (isCompacted) {
    ledger.compactions += 1;
    ledger.compactedViewTokens += tokens;
    ledger.unchangedTokens += shared;
  }
  for (const call of calls) {
    ledger.summaryCalls += 1;
    ledger.freshTokens += call.freshTokens;
    ledger.summaryReadTokens += call.cachedTokens > 0 ? call.cachedTokens + FIXED_TOKENS : 0;
    ledger.outputTokens += call.outputTokens;
  }
}
