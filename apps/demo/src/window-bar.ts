import { styleText } from "node:util";
import type { RequestShares } from "./demo-event.ts";

const PARTS = [
  { name: "system", glyph: "█", colour: "blue" },
  { name: "summary", glyph: "▓", colour: "magenta" },
  { name: "kept", glyph: "▒", colour: "cyan" },
  { name: "new", glyph: "░", colour: "green" },
] as const;

/** Stands in the last cell before a cache point. */
const POINT = "┃";

/**
 * The window as a row of cells: what fills it, part by part, and what is free. Each part has a glyph of its own; the cell
 * that ends at a cache point shows that.
 *
 * @param cachePoints what stands before each cache point, in tokens
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

/** What the glyphs of the bar mean. */
export function barLegend(): string {
  const parts = PARTS.map(({ name, glyph, colour }) => `${styleText(colour, glyph)} ${name}`);
  return [...parts, `${styleText("dim", "·")} free`, `${POINT} cache point`].join("  ");
}
