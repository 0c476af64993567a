import type { Message, Part } from "../message/message.ts";
import { messagesTokens, type TokenEstimator } from "../tokens/estimator.ts";

/**
 * The share of a budget that stays free, because estimates can be that much too low. They are right for common words, so
 * `word` is taken off for each lowercase word per token, and `large` in a large budget, where errors cancel out. None of
 * 591 measured views is above its budget then by exact count; see docs/tokens.md.
 */
const FREE = { most: 0.075, word: 0.11, large: 0.01 } as const;
const LARGE_BUDGET = 16_000;
const WORD = / [a-z']+/gu;

/** Returns the estimate that messages may have, so that their exact count is within a budget. */
export function estimatedLimit(
  messages: readonly Message[],
  budgetTokens: number,
  estimator: TokenEstimator,
): number {
  const parts = messages.flatMap((message): readonly Part[] => message.parts);
  const words = parts.reduce((sum, part) => sum + wordsIn(part), 0);
  const perToken = words / Math.max(1, messagesTokens(messages, estimator));
  const large = budgetTokens < LARGE_BUDGET ? 0 : FREE.large;
  const free = Math.max(0, FREE.most - FREE.word * perToken - large);
  return Math.ceil(budgetTokens * (1 - free));
}

function wordsIn(part: Part): number {
  const text = part.type === "text" || part.type === "reasoning" ? part.text : "";
  return text.match(WORD)?.length ?? 0;
}
