import type { TokenEstimator } from "@cutpoint/core";
import { messageTokens } from "@cutpoint/core/kit";
import { createTiktokenEstimator } from "@cutpoint/estimator-tiktoken";

/** The counts of at most this many UTF-16 units of text are remembered. */
const REMEMBERED_UNITS = 4_000_000;

let shared: Promise<TokenEstimator> | null = null;

/**
 * Returns an exact counter for o200k_base. All providers share it, so the vocabulary is loaded only once and a text that
 * many requests repeat is counted once.
 */
export function exactEstimator(): Promise<TokenEstimator> {
  shared ??= createTiktokenEstimator().then(rememberCounts);
  return shared;
}

function rememberCounts(exact: TokenEstimator): TokenEstimator {
  const counts = new Map<string, number>();
  let units = 0;
  const text = (value: string): number => {
    const known = counts.get(value);
    if (known !== undefined) return known;
    const tokens = exact.estimateText(value);
    units += value.length;
    if (units > REMEMBERED_UNITS) {
      counts.clear();
      units = value.length;
    }
    counts.set(value, tokens);
    return tokens;
  };
  return {
    name: exact.name,
    estimate: (message) => messageTokens(message, { text }),
    estimateText: text,
  };
}
