import { round, svgPicture } from "./svg.ts";

/** A curve: its points as shares from 0 to 1, by another share. */
export type Curve = {
  readonly name: string;
  readonly points: readonly { readonly share: number; readonly value: number }[];
};

const WIDTH = 480;
const HEIGHT = 300;
const LEFT = 36;
const RIGHT = 160;
const TOP = 36;
const BOTTOM = 52;
/** The space between two names, in pixels. */
const LINE = 17;

/** Draws curves over a share, such as the size of the result, as SVG, with the name of each curve at its right end. */
export function lineChart(title: string, axis: string, curves: readonly Curve[]): string {
  const shares = [...new Set(curves.flatMap(({ points }) => points.map(({ share }) => share)))];
  const low = Math.min(...shares);
  const high = Math.max(...shares);
  const x = (share: number): number =>
    round(LEFT + ((WIDTH - LEFT - RIGHT) * Math.log(share / low)) / Math.log(high / low));
  const y = (value: number): number => round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - value));
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    (value) =>
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(value)}" y2="${y(value)}"/><text x="${LEFT - 8}" y="${y(value) + 4}" text-anchor="end">${value * 100}</text>`,
  );
  const ticks = shares.map(
    (share) =>
      `<text x="${x(share)}" y="${HEIGHT - 30}" text-anchor="middle">${round(share * 100)} %</text>`,
  );
  const caption = `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">${axis}</text>`;
  const places = namePlaces(curves, y);
  const drawn = curves.map(({ name, points }, index) => {
    const line = points.map(({ share, value }) => `${x(share)},${y(value)}`);
    const dots = points.map(
      ({ share, value }) => `<circle cx="${x(share)}" cy="${y(value)}" r="3.5"/>`,
    );
    const place = `x="${WIDTH - RIGHT + 12}" y="${(places[index] ?? 0) + 4}"`;
    return `<g class="c${index}"><polyline points="${line.join(" ")}"/>${dots.join("")}<text class="name" ${place}>${name}</text></g>`;
  });
  return svgPicture({ title, width: WIDTH, height: HEIGHT }, [
    ...grid,
    ...ticks,
    caption,
    ...drawn,
  ]);
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
