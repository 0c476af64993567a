import { readFileSync } from "node:fs";
import { round, svgPicture } from "./svg.ts";

/** The means that the measurement in `tooling/economics` printed. */
const RESULTS = new URL("../../../docs/measured/economics.json", import.meta.url);

type Mean = {
  readonly way: string;
  readonly windowTokens: number;
  readonly cost: number;
  readonly quality: number;
};

const WIDTH = 640;
const PANEL = 220;
const LEFT = 40;
/** The right end of the axis. The numbered names follow it. */
const RIGHT = 330;
const TOP = 36;
const GAP = 64;
/** The space between two names, in pixels. */
const LINE = 16;

/** Draws each way as a dot by cost and retention, in a panel for each window. The best are at the top left. */
export function frontierPlot(): string {
  const { ways } = JSON.parse(readFileSync(RESULTS, "utf8")) as { readonly ways: readonly Mean[] };
  const windows = [...Map.groupBy(ways, ({ windowTokens }) => windowTokens)];
  let y = TOP;
  const drawn = windows.map(([windowTokens, means]) => {
    const panel = drawPanel(windowTokens, means, y);
    y += Math.max(PANEL, means.length * LINE) + GAP;
    return panel;
  });
  const title = "Cost and retention: best at the top left";
  return svgPicture({ title, width: WIDTH, height: y }, drawn);
}

function drawPanel(windowTokens: number, means: readonly Mean[], top: number): string {
  const costs = means.map(({ cost }) => cost);
  const lowest = Math.floor(Math.min(...means.map(({ quality }) => quality)) / 10) * 10;
  const high = Math.ceil(Math.max(...costs));
  const x = (cost: number): number => round(LEFT + ((RIGHT - LEFT) * cost) / high);
  const y = (quality: number): number =>
    round(top + 24 + ((PANEL - 24) * (100 - quality)) / (100 - lowest));
  const rows = Array.from({ length: (100 - lowest) / 10 + 1 }, (_, index) => lowest + 10 * index);
  const grid = rows.map(
    (value) =>
      `<line x1="${LEFT}" x2="${RIGHT}" y1="${y(value)}" y2="${y(value)}"/><text x="${LEFT - 8}" y="${y(value) + 4}" text-anchor="end">${value}</text>`,
  );
  const ticks = [0, high / 2, high].map(
    (cost) =>
      `<text x="${x(cost)}" y="${top + PANEL + 18}" text-anchor="middle">${round(cost)}</text>`,
  );
  const name = `<text x="${LEFT}" y="${top + 12}">Q by cost, window of ${windowTokens.toLocaleString("en")} tokens</text>`;
  const dots = means.map(({ cost, quality, way }, index) => {
    const color = way === "default" ? 1 : /:|summary at|clear/.test(way) ? 5 : 0;
    const number = index + 1;
    const label = `<text class="name" x="${x(cost) + 6}" y="${y(quality) - 5}">${number}</text>`;
    const line = `<text class="name" x="${RIGHT + 20}" y="${top + 24 + LINE * index}">${number} ${way}</text>`;
    return `<g class="c${color}"><circle cx="${x(cost)}" cy="${y(quality)}" r="4"/>${label}${line}</g>`;
  });
  return [name, ...grid, ...ticks, ...dots].join("");
}
