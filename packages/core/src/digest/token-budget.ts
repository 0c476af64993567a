import type { Steps } from "../message/steps.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";

/** The tokens that are left for a text that is written line by line. */
export type TokenBudget = {
  left(): number;
  /** Deducts the tokens of a text and its end, by default a line break; returns `false` if too few are left. */
  take(text: string, end?: string): boolean;
  /** Returns a budget of at most `maxTokens` that deducts from this one too. */
  share(maxTokens: number): TokenBudget;
};

/** Lines that are counted together. Estimates are rounded up, which costs 2 % if each line is counted alone. */
const LINES_AT_ONCE = 4;

export function createTokenBudget(maxTokens: number, estimator: TokenEstimator): TokenBudget {
  let taken = "";
  let lines = 0;
  let tokens = 0;
  const createBudget = (accounts: readonly { tokens: number }[]): TokenBudget => ({
    left: () => Math.min(...accounts.map((account) => account.tokens)),
    take(text, end = "\n") {
      const all = `${taken}${text}${end}`;
      const counted = estimator.estimateText(all);
      if (accounts.some((account) => counted - tokens > account.tokens)) return false;
      for (const account of accounts) account.tokens -= counted - tokens;
      lines = (lines + 1) % LINES_AT_ONCE;
      [taken, tokens] = lines === 0 ? ["", 0] : [all, counted];
      return true;
    },
    share: (maxShare) => createBudget([...accounts, { tokens: maxShare }]),
  });
  return createBudget([{ tokens: maxTokens }]);
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
  for (let attempt = 0, available = maxTokens; attempt < 8 && available >= 1; attempt += 1) {
    const text = yield* write(createTokenBudget(available, estimator));
    const tokens = estimator.estimateText(text);
    if (tokens <= maxTokens) return text;
    available = Math.floor(available * (maxTokens / tokens) * (1 - FIRST_MARGIN * 2 ** attempt));
  }
  return "";
}
