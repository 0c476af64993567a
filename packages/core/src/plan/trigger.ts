/**
 * The condition for an automatic compaction. Comparisons are strict: at the limit itself nothing is compacted.
 *
 * `reserve`: above the window minus a reserve for the answer; default: min(16,384 tokens, 25 % of the window). `share`:
 * above a share of the window. `tokens`, `items`: above a number of tokens or visible items. `any`, `all`: if one or all
 * of several triggers are reached.
 */
export type Trigger =
  | { readonly type: "reserve"; readonly tokens?: number }
  | { readonly type: "share"; readonly share: number }
  | { readonly type: "tokens"; readonly tokens: number }
  | { readonly type: "items"; readonly items: number }
  | { readonly type: "any" | "all"; readonly of: readonly Trigger[] };

/** The tokens of the next request, and the number of visible items. */
export type Fullness = { readonly tokens: number; readonly items: number };

/** As in pi, and at most a quarter of the window. */
const RESERVE = { tokens: 16_384, share: 0.25 } as const;

/** Sizes are shares of a window, or of this many times the limit of a lower trigger. */
const WINDOW_PER_LIMIT = 2;

/** Returns the window that the default sizes are shares of. A trigger below half of the window lowers all of them. */
export function sizedWindow(windowTokens: number, limitTokens: number): number {
  return Math.min(windowTokens, WINDOW_PER_LIMIT * limitTokens);
}

export function isDue(trigger: Trigger, windowTokens: number, fullness: Fullness): boolean {
  if (trigger.type === "any") return trigger.of.some((one) => isDue(one, windowTokens, fullness));
  if (trigger.type === "all") return trigger.of.every((one) => isDue(one, windowTokens, fullness));
  if (trigger.type === "items") return fullness.items > trigger.items;
  return fullness.tokens > tokenLimit(trigger, windowTokens);
}

/**
 * Returns the largest number of tokens that does not reach the trigger; the window if the trigger counts no tokens.
 * Instead of a number that does not fit the window the default reserve is used, and `misfits` gets its name.
 */
export function tokenLimit(
  trigger: Trigger,
  windowTokens: number,
  misfits: string[] = [],
  field = "trigger",
): number {
  const misfit = (): number => {
    misfits.push(`${field}.tokens`);
    return defaultLimit(windowTokens);
  };
  switch (trigger.type) {
    case "reserve":
      if (trigger.tokens === undefined) return defaultLimit(windowTokens);
      return trigger.tokens < windowTokens ? windowTokens - trigger.tokens : misfit();
    case "share":
      return Math.floor(windowTokens * trigger.share);
    case "tokens":
      return trigger.tokens <= windowTokens ? trigger.tokens : misfit();
    case "items":
      return windowTokens;
    case "any":
    case "all": {
      const limits = trigger.of.map((one, index) =>
        tokenLimit(one, windowTokens, misfits, `${field}.of[${index}]`),
      );
      return trigger.type === "any" ? Math.min(...limits) : Math.max(...limits);
    }
  }
}

/** Whether a trigger has a limit in tokens, which does not scale with the window. */
export function countsTokens(trigger: Trigger): boolean {
  if (trigger.type === "any" || trigger.type === "all") return trigger.of.some(countsTokens);
  return trigger.type === "tokens" || (trigger.type === "reserve" && trigger.tokens !== undefined);
}

function defaultLimit(windowTokens: number): number {
  return windowTokens - Math.min(RESERVE.tokens, Math.floor(windowTokens * RESERVE.share));
}

/** Whether a trigger is never reached if the window is unknown, and therefore infinite. */
export function needsWindow(trigger: Trigger = { type: "reserve" }): boolean {
  if (trigger.type === "any") return trigger.of.every((one) => needsWindow(one));
  if (trigger.type === "all") return trigger.of.some((one) => needsWindow(one));
  return trigger.type === "reserve" || trigger.type === "share";
}
