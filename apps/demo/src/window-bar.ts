import { styleText } from "node:util";
import type { RequestShares } from "./demo-event.ts";

const PARTS = [
  { name: "system", glyph: "█", colour: "blue" },
  { name: "summary", glyph: "▓", colour: "magenta" },
  { name: "kept", glyph: "▒", colour: "cyan" },
  { name: "new", glyph: "░", colour: "green" },
] as const;

/** Replaces the last cell before a cache point. */
const POINT = "┃";

/**
 * Renders the window as a row of cells: one glyph for each part of the request, dots for free space. The last cell
 * before a cache point has a glyph of its own.
 *
 * @param cachePoints tokens before each cache point
 */
export function windowBar(
  shares: RequestShares,
  windowTokens: number,
  width: number,
  cachePoints: readonly number[] = [],
): string {
  const cellsOf = (tokens: number): number =>
    Math.min(width, Math.round((tokens / windowTokens) * width));
  const points = new Set(cachePoints.map((tokens) => cellsOf(tokens) - 1));
  let tokens = 0;
  let filled = 0;
  const cells = PARTS.map(({ name, glyph, colour }) => {
    tokens += shares[name];
    const begin = filled;
    filled = cellsOf(tokens);
    const run = Array.from({ length: filled - begin }, (_, cell) =>
      points.has(begin + cell) ? POINT : glyph,
    );
    return run.length === 0 ? "" : styleText(colour, run.join(""));
  });
  return `${cells.join("")}${styleText("dim", "·".repeat(width - filled))}`;
}

/** Renders the legend of the bar. */
export function barLegend(): string {
  const parts = PARTS.map(({ name, glyph, colour }) => `${styleText(colour, glyph)} ${name}`);
  return [...parts, `${styleText("dim", "·")} free`, `${POINT} cache point`].join("  ");
}
