import { styleText } from "node:util";
import type { RequestShares } from "./demo-event.ts";

const PARTS = [
  { name: "system", glyph: "█", colour: "blue" },
  { name: "summary", glyph: "▓", colour: "magenta" },
  { name: "kept", glyph: "▒", colour: "cyan" },
  { name: "new", glyph: "░", colour: "green" },
] as const;

/** The window as a row of cells: what fills it, part by part, and what is free. Each part has a glyph of its own. */
export function windowBar(shares: RequestShares, windowTokens: number, width: number): string {
  let tokens = 0;
  let filled = 0;
  const cells = PARTS.map(({ name, glyph, colour }) => {
    tokens += shares[name];
    const end = Math.min(width, Math.round((tokens / windowTokens) * width));
    const run = glyph.repeat(end - filled);
    filled = end;
    return run === "" ? "" : styleText(colour, run);
  });
  return `${cells.join("")}${styleText("dim", "·".repeat(width - filled))}`;
}

/** What the glyphs of the bar mean. */
export function barLegend(): string {
  const parts = PARTS.map(({ name, glyph, colour }) => `${styleText(colour, glyph)} ${name}`);
  return [...parts, `${styleText("dim", "·")} free`].join("  ");
}
