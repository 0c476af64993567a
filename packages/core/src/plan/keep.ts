import { isStart, type MeasuredItem, sumOf } from "./cut-point.ts";

/**
 * The newest items that a compaction keeps if they fit.
 *
 * `tokens`: about that many. `share`: a share of the window without system text. `turns`, `items`: the newest of them.
 * `any`, `all`: the largest or the smallest of several sizes.
 */
export type Keep =
  | { readonly type: "tokens"; readonly tokens: number }
  | { readonly type: "share"; readonly share: number }
  | { readonly type: "turns"; readonly turns: number }
  | { readonly type: "items"; readonly items: number }
  | { readonly type: "any" | "all"; readonly of: readonly Keep[] };

/** A {@link Keep} without shares. */
export type ResolvedKeep =
  | Extract<Keep, { readonly type: "tokens" | "turns" | "items" }>
  | { readonly type: "any" | "all"; readonly of: readonly ResolvedKeep[] };

/** The sizes that the tokens of a {@link Keep} depend on. */
type KeepRoom = {
  /** The window without system text. */
  readonly leftTokens: number;
  readonly limitTokens: number;
  readonly defaultTokens: number;
};

/**
 * Returns a rule without shares. Instead of a number of tokens that does not fit the limit the default is used, and
 * `misfits` gets its name.
 */
export function resolveKeep(
  keep: Keep,
  room: KeepRoom,
  misfits: string[],
  field = "keep",
): ResolvedKeep {
  switch (keep.type) {
    case "tokens":
      if (keep.tokens < room.limitTokens) return keep;
      if (!misfits.includes(`${field}.tokens`)) misfits.push(`${field}.tokens`);
      return { type: "tokens", tokens: room.defaultTokens };
    case "share":
      return { type: "tokens", tokens: Math.max(1, Math.floor(room.leftTokens * keep.share)) };
    case "turns":
    case "items":
      return keep;
    case "any":
    case "all":
      return {
        type: keep.type,
        of: keep.of.map((one, index) => resolveKeep(one, room, misfits, `${field}.of[${index}]`)),
      };
  }
}

/** Returns the tokens of the newest items that a resolved rule keeps. `ratio`: tokens for each estimated token. */
export function tokensToKeep(
  keep: ResolvedKeep,
  measured: readonly MeasuredItem[],
  ratio: number,
): number {
  switch (keep.type) {
    case "tokens":
      return Math.floor(keep.tokens / Math.max(1, ratio));
    case "turns":
      return sumOf(measured.slice(newestTurnsStart(measured, keep.turns)));
    case "items":
      return sumOf(measured.slice(Math.max(0, measured.length - keep.items)));
    case "any":
    case "all": {
      const sizes = keep.of.map((one) => tokensToKeep(one, measured, ratio));
      return keep.type === "any" ? Math.max(...sizes) : Math.min(...sizes);
    }
  }
}

/** Returns the most turns that a rule names; 1 if it names none. */
export function turnsToKeep(keep: Keep): number {
  if (keep.type === "any" || keep.type === "all") return Math.max(...keep.of.map(turnsToKeep));
  return keep.type === "turns" ? keep.turns : 1;
}

/** Returns the most tokens that a rule names. */
export function tokensNamed(keep: Keep | undefined): number {
  if (keep?.type === "any" || keep?.type === "all") return Math.max(...keep.of.map(tokensNamed));
  return keep?.type === "tokens" ? keep.tokens : 0;
}

/** Returns the start of the newest turns; 0 if there are no more. */
export function newestTurnsStart(measured: readonly MeasuredItem[], count: number): number {
  let found = 0;
  for (let place = measured.length - 1; place > 0; place -= 1) {
    if (isStart(measured, place)) found += 1;
    if (found >= count) return place;
  }
  return 0;
}
