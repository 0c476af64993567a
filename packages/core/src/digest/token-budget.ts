import type { TokenEstimator } from "../tokens/estimator.ts";

/** Tokens still free in a text that is being put together line by line. */
export type TokenBudget = {
  /** Tokens left. */
  left(): number;
  /** Takes a line's tokens where they are left, and says whether they were. */
  take(line: string): boolean;
  /** A part of this room, of at most the given number of tokens: what is taken there is taken here. */
  share(maxTokens: number): TokenBudget;
};

/** The room for a text of at most `maxTokens`, its lines counted each with its line break. */
export function createTokenBudget(maxTokens: number, estimator: TokenEstimator): TokenBudget {
  return nestedBudget([{ tokens: maxTokens }], (line) => estimator.estimateText(`${line}\n`));
}

type Account = { tokens: number };

function nestedBudget(accounts: readonly Account[], costOf: (line: string) => number): TokenBudget {
  const left = (): number => Math.min(...accounts.map((account) => account.tokens));
  return {
    left,
    take(line) {
      const cost = costOf(line);
      if (cost > left()) return false;
      for (const account of accounts) account.tokens -= cost;
      return true;
    },
    share: (maxTokens) => nestedBudget([...accounts, { tokens: maxTokens }], costOf),
  };
}

/** What a second try leaves free, as a share of the room; each further one twice as much. */
const FIRST_MARGIN = 0.005;

/**
 * The largest text that `write` gives for a room and that is no larger than `maxTokens` as a whole; the empty text
 * where there is none. Since lines are counted one by one, the whole may come out larger than its lines: then it is
 * written again for less room.
 */
export function writeWithin(
  maxTokens: number,
  estimator: TokenEstimator,
  write: (budget: TokenBudget) => string,
): string {
  let room = maxTokens;
  for (let attempt = 0; attempt < 8 && room >= 1; attempt += 1) {
    const text = write(createTokenBudget(room, estimator));
    const tokens = estimator.estimateText(text);
    if (tokens <= maxTokens) return text;
    room = Math.floor(room * (maxTokens / tokens) * (1 - FIRST_MARGIN * 2 ** attempt));
  }
  return "";
}
