import { invalidInput } from "../message/error.ts";

/**
 * When a compaction is due. Every comparison is strict: exactly at a limit nothing happens.
 *
 * `reserve`: above the window less a reserve for the answer (default min(16,384 tokens, 25 % of the window)).
 * `share`: above a share of the window. `tokens`, `items`: above a number of tokens, of items in the view.
 * `any`, `all`: where one, where each of several is.
 */
export type Trigger =
  | { readonly type: "reserve"; readonly tokens?: number }
  | { readonly type: "share"; readonly share: number }
  | { readonly type: "tokens"; readonly tokens: number }
  | { readonly type: "items"; readonly items: number }
  | { readonly type: "any" | "all"; readonly of: readonly Trigger[] };

/** What a trigger looks at: what the next request will hold, and how many items the view shows. */
export type Fullness = { readonly tokens: number; readonly items: number };

/** From the documents that most compaction systems descend from. */
const RESERVE_TOKENS = 16_384;
const RESERVE_SHARE = 0.25;

/** Whether a compaction is due. */
export function isDue(trigger: Trigger, windowTokens: number, fullness: Fullness): boolean {
  switch (trigger.type) {
    case "any":
      return trigger.of.some((one) => isDue(one, windowTokens, fullness));
    case "all":
      return trigger.of.every((one) => isDue(one, windowTokens, fullness));
    case "items":
      return fullness.items > trigger.items;
    default:
      return fullness.tokens > tokenLimit(trigger, windowTokens);
  }
}

/**
 * The number of tokens that a request may hold without making a compaction due by its size: the largest for `any`
 * that holds for each, the smallest for `all` that holds for one; the window where the trigger counts no tokens.
 *
 * @throws `invalid-input` naming the number that is none, or that does not fit the window
 */
export function tokenLimit(
  trigger: Trigger,
  windowTokens: number,
  field = "policy.trigger",
): number {
  switch (trigger.type) {
    case "reserve":
      return reserveLimit(trigger.tokens, windowTokens, field);
    case "share":
      assertShare(`${field}.share`, trigger.share);
      return Math.floor(windowTokens * trigger.share);
    case "tokens":
      assertTokens(`${field}.tokens`, trigger.tokens);
      if (trigger.tokens > windowTokens)
        throw invalidInput(
          `${field}.tokens`,
          trigger.tokens,
          `it should be at most the window of ${windowTokens} tokens`,
        );
      return trigger.tokens;
    case "items":
      assertTokens(`${field}.items`, trigger.items, "items");
      return windowTokens;
    case "any":
    case "all": {
      if (trigger.of.length === 0)
        throw invalidInput(`${field}.of`, trigger.of, "it should hold at least one trigger");
      const limits = trigger.of.map((one, index) =>
        tokenLimit(one, windowTokens, `${field}.of[${index}]`),
      );
      return trigger.type === "any" ? Math.min(...limits) : Math.max(...limits);
    }
  }
}

/** Whether a trigger has a limit in tokens, which does not scale with the window. */
export function countsTokens(trigger: Trigger): boolean {
  switch (trigger.type) {
    case "tokens":
      return true;
    case "reserve":
      return trigger.tokens !== undefined;
    case "any":
    case "all":
      return trigger.of.some(countsTokens);
    default:
      return false;
  }
}

function reserveLimit(tokens: number | undefined, windowTokens: number, field: string): number {
  if (tokens === undefined)
    return windowTokens - Math.min(RESERVE_TOKENS, Math.floor(windowTokens * RESERVE_SHARE));
  if (!Number.isFinite(tokens) || tokens < 0)
    throw invalidInput(`${field}.tokens`, tokens, "it should be a number of tokens, 0 or more");
  if (tokens >= windowTokens)
    throw invalidInput(
      `${field}.tokens`,
      tokens,
      `the reserve should be smaller than the window of ${windowTokens} tokens`,
    );
  return windowTokens - tokens;
}

/** @throws `invalid-input` where a value is no positive number of something */
export function assertTokens(field: string, value: number, unit = "tokens"): void {
  if (!Number.isFinite(value) || value <= 0)
    throw invalidInput(field, value, `it should be a number of ${unit} above 0`);
}

/** @throws `invalid-input` where a value is no share above 0 and up to 1 */
export function assertShare(field: string, value: number): void {
  if (!(value > 0 && value <= 1))
    throw invalidInput(field, value, "it should be a share above 0 and up to 1");
}
