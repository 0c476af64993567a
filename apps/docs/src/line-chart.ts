/** A curve: its points as shares from 0 to 1, by budget. */
export type Curve = {
  readonly name: string;
  readonly points: readonly { readonly budget: number; readonly value: number }[];
};

const WIDTH = 640;
const HEIGHT = 320;
const LEFT = 44;
const RIGHT = 190;
const TOP = 36;
const BOTTOM = 40;
/** The space between two names, in pixels. */
const LINE = 17;

/** The palette of Okabe and Ito, for light and dark pages. */
const STYLE = `text{font:13px system-ui,sans-serif;fill:#444}.title{font-weight:600;font-size:14px}
line{stroke:#ddd}polyline{fill:none;stroke-width:2.4;stroke:currentColor}circle,.name{fill:currentColor}
.c0{color:#0072b2}.c1{color:#d55e00}.c2{color:#009e73}.c3{color:#a8537f}.c4{color:#7f6000}.c5{color:#666}
@media(prefers-color-scheme:dark){text{fill:#bbb}line{stroke:#3a3f46}.c0{color:#4aa8e0}.c1{color:#f08a4b}.c2{color:#3fbf95}.c3{color:#d98bb0}.c4{color:#c9a227}.c5{color:#aaa}}`;

/** Draws curves over the budget as SVG, with the name of each curve at its right end. */
export function lineChart(title: string, curves: readonly Curve[]): string {
  const budgets = [...new Set(curves.flatMap(({ points }) => points.map(({ budget }) => budget)))];
  const low = Math.min(...budgets);
  const high = Math.max(...budgets);
  const x = (budget: number): number =>
    round(LEFT + ((WIDTH - LEFT - RIGHT) * Math.log(budget / low)) / Math.log(high / low));
  const y = (value: number): number => round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - value));
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    (value) =>
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(value)}" y2="${y(value)}"/><text x="${LEFT - 8}" y="${y(value) + 4}" text-anchor="end">${value * 100}</text>`,
  );
  const ticks = budgets.map(
    (budget) =>
      `<text x="${x(budget)}" y="${HEIGHT - 16}" text-anchor="middle">${round(budget * 100)} %</text>`,
  );
  const places = namePlaces(curves, y);
  const drawn = curves.map(({ name, points }, index) => {
    const line = points.map(({ budget, value }) => `${x(budget)},${y(value)}`);
    const dots = points.map(
      ({ budget, value }) => `<circle cx="${x(budget)}" cy="${y(value)}" r="3.5"/>`,
    );
    const place = `x="${WIDTH - RIGHT + 12}" y="${(places[index] ?? 0) + 4}"`;
    return `<g class="c${index}"><polyline points="${line.join(" ")}"/>${dots.join("")}<text class="name" ${place}>${name}</text></g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}"><style>${STYLE}</style><text class="title" x="${LEFT}" y="18">${title}</text>${grid.join("")}${ticks.join("")}${drawn.join("")}</svg>\n`;
}

/** Moves the names down where they would overlap. */
function namePlaces(curves: readonly Curve[], y: (value: number) => number): readonly number[] {
  const ends = curves.map(({ points }, index) => ({ index, end: y(points.at(-1)?.value ?? 0) }));
  const places: number[] = [];
  let last = -Infinity;
  for (const { end, index } of ends.toSorted((a, b) => a.end - b.end)) {
    last = Math.max(end, last + LINE);
    places[index] = last;
  }
  return places;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
