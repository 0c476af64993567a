import type { Item } from "../message/item.ts";
import { type Part, withParts } from "../message/message.ts";
import { truncateMiddle } from "../message/text.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";
import { type MeasuredItem, sumOf } from "./cut-point.ts";

/** No item is truncated below this size, in tokens. */
const MIN_TOKENS = 64;

/** With more characters for each token of its limit, a text is too large: only runs of blanks have as many. */
export const MOST_CHARACTERS = 64;

/**
 * Truncates a text to `maxTokens`; returns it unchanged if it fits. Reads of a long text only as much as could fit.
 *
 * @param knownTokens the tokens of the text, if they are known
 */
export function truncateToTokens(
  text: string,
  maxTokens: number,
  estimator: TokenEstimator,
  knownTokens?: number,
): string {
  let characters = Math.min(text.length, maxTokens * MOST_CHARACTERS);
  let truncated = characters < text.length ? truncateMiddle(text, characters) : text;
  const known = truncated === text ? knownTokens : undefined;
  let tokens = known ?? estimator.estimateText(truncated);
  while (tokens > maxTokens && characters > 1) {
    characters = Math.max(1, Math.floor(characters * Math.min(0.9, maxTokens / tokens)));
    truncated = truncateMiddle(text, characters);
    tokens = estimator.estimateText(truncated);
  }
  return truncated;
}

/**
 * Truncates the largest tool results and user-role messages so that all items take at most `maxTokens`. Returns the new
 * parts by item id.
 *
 * Assistant messages and the item `excludedId` are never truncated, so the limit may still be exceeded.
 */
export function truncateOversized(
  measured: readonly MeasuredItem[],
  maxTokens: number,
  excludedId: string | null,
  estimator: TokenEstimator,
): Readonly<Record<string, readonly Part[]>> {
  let excess = sumOf(measured) - maxTokens;
  if (excess <= 0) return {};
  const candidates = measured
    .filter(({ item: { id, message }, tokens }) => {
      const canTruncate = message.role === "tool" || message.role === "user";
      return tokens > MIN_TOKENS && id !== excludedId && canTruncate;
    })
    .sort((left, right) => right.tokens - left.tokens);
  const cap = capFor(candidates, excess);
  const replacements = new Map<string, readonly Part[]>();
  for (const { item, tokens } of candidates) {
    if (excess <= 0 || tokens <= cap) break;
    const parts = truncateParts(item, tokens, cap, estimator);
    const now = estimator.estimate(withParts(item.message, parts));
    if (now >= tokens) continue;
    replacements.set(item.id, parts);
    excess -= tokens - now;
  }
  return Object.fromEntries(replacements);
}

/** Returns the size to which the largest candidates must shrink to save `excess` tokens. */
function capFor(largestFirst: readonly MeasuredItem[], excess: number): number {
  let sum = 0;
  for (let count = 1; count <= largestFirst.length; count += 1) {
    sum += largestFirst[count - 1]?.tokens ?? 0;
    const cap = Math.floor((sum - excess) / count);
    if (cap >= (largestFirst[count]?.tokens ?? 0)) return Math.max(MIN_TOKENS, cap);
  }
  return MIN_TOKENS;
}

function truncateParts(
  { message }: Item,
  tokens: number,
  maxTokens: number,
  estimator: TokenEstimator,
): readonly Part[] {
  const parts: readonly Part[] = message.parts;
  const text = parts
    .map((part) => {
      if (part.type === "text") return part.text;
      return part.type === "file" ? `[${part.name ?? "file"}, ${part.mediaType}, left out]` : "";
    })
    .filter((line) => line !== "")
    .join("\n");
  const frame = estimator.estimate({ ...message, parts: [] });
  const available = Math.max(1, maxTokens - frame);
  const isText = parts.every((part) => part.type === "text");
  const known = isText ? tokens - frame : undefined;
  return [{ type: "text", text: truncateToTokens(text, available, estimator, known) }];
}
