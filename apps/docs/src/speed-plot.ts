import { readFileSync } from "node:fs";
import { round, svgPicture } from "./svg.ts";

/** A copy of the file that `npx --yes pnpm@12 bench` writes. */
const RESULTS = new URL("../../../docs/measured/speed.json", import.meta.url);

type Row = {
  readonly name: string;
  readonly unit: string;
  /** The number must be at most this. */
  readonly goal: number;
  /** `null` if the measurement failed. */
  readonly measured: number | null;
};

const WIDTH = 440;
const LEFT = 24;
/** The right end of the axis. The numbers follow it. */
const RIGHT = 284;
const TOP = 52;
/** The height of a line of text. */
const LINE = 17;
/** In characters, for names above the axis. */
const LONGEST_LINE = 58;

const digits = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });

/** Draws each row of the benchmark as its measured share of the goal, on an axis of powers of ten. */
export function speedPlot(): string {
  const { rows } = JSON.parse(readFileSync(RESULTS, "utf8")) as { readonly rows: readonly Row[] };
  const shares = rows.flatMap(({ goal, measured }) => (measured === null ? [] : [measured / goal]));
  const low = Math.floor(Math.log10(Math.min(...shares)));
  const high = Math.ceil(Math.log10(Math.max(...shares)));
  const x = (share: number): number =>
    round(LEFT + ((RIGHT - LEFT) * (Math.log10(share) - low)) / (high - low));
  const powers = Array.from({ length: high - low + 1 }, (_, index) => low + index);
  const labels = powers.map((power) => {
    const label = power === 0 ? "goal" : `${Number((10 ** power).toFixed(9))} ×`;
    return `<text x="${x(10 ** power)}" y="${TOP - 6}" text-anchor="middle">${label}</text>`;
  });
  const axis = (y: number): string =>
    powers
      .map((power) => {
        const place = x(10 ** power);
        const look = power === 0 ? ` class="goal"` : "";
        return `<line${look} x1="${place}" x2="${place}" y1="${y - 8}" y2="${y + 8}"/>`;
      })
      .join("");
  let y = TOP;
  const drawn = rows.map((row) => {
    const lines = wrap(row.name.replaceAll("`", ""));
    const name = lines.map((line, index) => text(line, y + LINE * (index + 1)));
    y += LINE * (lines.length + 1) + 8;
    return `${name.join("")}${axis(y - 12)}${mark(row, x, y - 12)}`;
  });
  const title = "Speed, as a multiple of the goal: less is better";
  return svgPicture({ title, width: WIDTH, height: y + 8 }, [...labels, ...drawn]);
}

/** A dot if the goal is reached, or else a cross; then the numbers. */
function mark({ goal, measured, unit }: Row, x: (share: number) => number, y: number): string {
  const numbers = (value: string): string => text(value, y + 4, RIGHT + 14);
  if (measured === null) return numbers("failed");
  const place = x(measured / goal);
  const label = `${digits.format(measured)} of ${digits.format(goal)} ${unit}`;
  return measured <= goal
    ? `<g class="c0"><circle cx="${place}" cy="${y}" r="4.5"/>${numbers(label)}</g>`
    : `<g class="c1"><path class="cross" d="M${round(place - 4)} ${y - 4}l8 8m0-8l-8 8"/>${numbers(`${label}, short`)}</g>`;
}

function text(value: string, y: number, x = 4): string {
  return `<text x="${x}" y="${y}">${value}</text>`;
}

/** Splits a name into lines between words. */
function wrap(name: string): readonly string[] {
  const lines: string[] = [];
  for (const word of name.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < LONGEST_LINE)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
