import { budgetText, MEASURE_TITLES, percent } from "../report/table.ts";
import type { MeasureName } from "../run/row.ts";
import type { Summary } from "../run/summarize-rows.ts";
import { escapeHtml } from "./markup.ts";

const WIDTH = 420;
const HEIGHT = 260;
const LEFT = 40;
const RIGHT = 14;
const TOP = 14;
const BOTTOM = 36;

/** Style of a method on all charts of a page. */
export type Style = {
  readonly method: string;
  readonly role: Summary["role"];
  readonly index: number;
};

/** Renders a measure by budget, with one curve for each method. Empty if it was not measured. */
export function curveChart(
  summaries: readonly Summary[],
  measure: MeasureName,
  styles: readonly Style[],
): string {
  const measured = summaries.filter(
    (summary) => summary.share !== null && summary.measures[measure] !== null,
  );
  const shares = [...new Set(measured.map(({ share }) => share ?? 0))].toSorted((a, b) => a - b);
  if (shares.length === 0) return "";
  const x = scale(shares);
  const curves = styles.flatMap((style) => {
    const points = measured
      .filter(({ method }) => method === style.method)
      .toSorted((a, b) => (a.share ?? 0) - (b.share ?? 0))
      .map((summary) => ({ summary, value: summary.measures[measure] ?? 0 }));
    if (points.length === 0) return [];
    const line = points
      .map(({ summary, value }) => `${x(summary.share ?? 0)},${y(value)}`)
      .join(" ");
    const dots = points.map(({ summary, value }) => {
      const title = `${style.method}, ${budgetText(summary.share)}: ${percent(value)}`;
      return `<circle cx="${x(summary.share ?? 0)}" cy="${y(value)}" r="3.5"><title>${escapeHtml(title)}</title></circle>`;
    });
    return `<g class="curve c${style.index} ${style.role}" data-method="${escapeHtml(style.method)}"><polyline points="${line}"/>${dots.join("")}</g>`;
  });
  const title = MEASURE_TITLES[measure];
  return `<figure><figcaption>${title}</figcaption><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title} against budget">${axes(shares, x)}${curves.join("")}</svg></figure>`;
}

/** Logarithmic scale. */
function scale(shares: readonly number[]): (share: number) => number {
  const [low = 1] = shares;
  const high = shares.at(-1) ?? 1;
  const span = Math.log(high / low);
  const room = WIDTH - LEFT - RIGHT - 24;
  return (share) =>
    round(LEFT + 12 + (span === 0 ? room / 2 : (room * Math.log(share / low)) / span));
}

function y(value: number): number {
  return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - value));
}

function axes(shares: readonly number[], x: (share: number) => number): string {
  const lines = [0, 0.25, 0.5, 0.75, 1].map(
    (value) =>
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(value)}" y2="${y(value)}"/><text x="${LEFT - 6}" y="${y(value) + 4}" text-anchor="end">${value * 100}</text>`,
  );
  const ticks = shares.map(
    (share) =>
      `<text x="${x(share)}" y="${HEIGHT - BOTTOM + 17}" text-anchor="middle">${round(share * 100)} %</text>`,
  );
  return `<g class="axes">${lines.join("")}${ticks.join("")}</g>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
