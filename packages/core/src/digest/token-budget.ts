import type { Steps } from "../message/steps.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";

/** The tokens that are left for a text that is written line by line. */
export type TokenBudget = {
  left(): number;
  /** Deducts the tokens of a line and its line break; returns `false` if too few are left. */
  take(line: string): boolean;
  /** Returns a budget of at most `maxTokens` that deducts from this one too. */
  share(maxTokens: number): TokenBudget;
};

export function createTokenBudget(maxTokens: number, estimator: TokenEstimator): TokenBudget {
  return createBudget([{ tokens: maxTokens }], (line) => estimator.estimateText(`${line}\n`));
}

function createBudget(
  accounts: readonly { tokens: number }[],
  costOf: (line: string) => number,
): TokenBudget {
  const left = (): number => Math.min(...accounts.map((account) => account.tokens));
  return {
    left,
    take(line) {
      const cost = costOf(line);
      if (cost > left()) return false;
      for (const account of accounts) account.tokens -= cost;
      return true;
    },
    share: (maxTokens) => createBudget([...accounts, { tokens: maxTokens }], costOf),
  };
}

/** The share of the budget that the second attempt leaves free; each further attempt leaves twice as much. */
const FIRST_MARGIN = 0.005;

/**
 * Returns the text that `write` builds for a budget, at most `maxTokens` in total; "" if no attempt fits. The total can
 * exceed the sum of the lines; then the text is written again with a smaller budget.
 */
export function* writeWithin(
  maxTokens: number,
  estimator: TokenEstimator,
  write: (budget: TokenBudget) => Steps<string>,
): Steps<string> {
  let available = maxTokens;
  for (let attempt = 0; attempt < 8 && available >= 1; attempt += 1) {
    const text = yield* write(createTokenBudget(available, estimator));
    const tokens = estimator.estimateText(text);
    if (tokens <= maxTokens) return text;
    available = Math.floor(available * (maxTokens / tokens) * (1 - FIRST_MARGIN * 2 ** attempt));
  }
  return "";
}
