import type { Item } from "../message/item.ts";
import { type Part, withParts } from "../message/message.ts";
import { truncateMiddle } from "../message/text.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";
import type { MeasuredItem } from "./cut-point.ts";

/** Nothing is clamped to less than this many tokens: head and tail would say nothing. */
const SMALLEST_CLAMP = 64;

/**
 * A text shown head and tail, of at most `maxTokens` by the estimator; as it is where it fits.
 *
 * @param knownTokens what the text takes, where that is known to be too much
 */
export function truncateToTokens(
  text: string,
  maxTokens: number,
  estimator: TokenEstimator,
  knownTokens?: number,
): string {
  let tokens = knownTokens ?? estimator.estimateText(text);
  let clamped = text;
  let characters = text.length;
  while (tokens > maxTokens && characters > 1) {
    characters = Math.max(1, Math.floor(characters * Math.min(0.9, maxTokens / tokens)));
    clamped = truncateMiddle(text, characters);
    tokens = estimator.estimateText(clamped);
  }
  return clamped;
}

/**
 * Clamps the largest results, host texts, summaries and older human texts among the kept items so that all of them together take
 * at most `roomTokens`; gives the parts to show instead, by item id.
 *
 * Calls, answers, sealed reasoning and the item `untouchedId` stay as they are, so that the room may still be exceeded.
 */
export function truncateOversized(
  measured: readonly MeasuredItem[],
  roomTokens: number,
  untouchedId: string | null,
  estimator: TokenEstimator,
): Readonly<Record<string, readonly Part[]>> {
  const candidates = measured
    .filter(
      ({ item, tokens }) => tokens > SMALLEST_CLAMP && item.id !== untouchedId && isClampable(item),
    )
    .sort((left, right) => right.tokens - left.tokens);
  let excess = measured.reduce((sum, { tokens }) => sum + tokens, 0) - roomTokens;
  if (excess <= 0) return {};
  const cap = capFor(candidates, excess);
  const replaced = new Map<string, readonly Part[]>();
  for (const { item, tokens } of candidates) {
    if (excess <= 0 || tokens <= cap) break;
    const parts = clampedParts(item, tokens, cap, estimator);
    const now = estimator.estimate(withParts(item.message, parts));
    if (now >= tokens) continue;
    replaced.set(item.id, parts);
    excess -= tokens - now;
  }
  return Object.fromEntries(replaced);
}

function isClampable(item: Item): boolean {
  const { message } = item;
  return message.role === "tool" || message.role === "user";
}

/** The size down to which the largest candidates must shrink so that together they give back `excess` tokens. */
function capFor(largestFirst: readonly MeasuredItem[], excess: number): number {
  let sum = 0;
  for (let count = 1; count <= largestFirst.length; count += 1) {
    sum += largestFirst[count - 1]?.tokens ?? 0;
    const cap = Math.floor((sum - excess) / count);
    if (cap >= (largestFirst[count]?.tokens ?? 0)) return Math.max(SMALLEST_CLAMP, cap);
  }
  return SMALLEST_CLAMP;
}

function clampedParts(
  item: Item,
  tokens: number,
  maxTokens: number,
  estimator: TokenEstimator,
): readonly Part[] {
  const parts: readonly Part[] = item.message.parts;
  const text = parts
    .map((part) => {
      if (part.type === "text") return part.text;
      return part.type === "file" ? `[${part.name ?? "file"}, ${part.mediaType}, left out]` : "";
    })
    .filter((line) => line !== "")
    .join("\n");
  const envelope = estimator.estimate({ ...item.message, parts: [] });
  const room = Math.max(1, maxTokens - envelope);
  const isText = parts.every((part) => part.type === "text");
  const shown = truncateToTokens(text, room, estimator, isText ? tokens - envelope : undefined);
  return [{ type: "text", text: shown }];
}
