/** A JSON text of 200 kB with many small values, as tool results are. */
const TEXT = JSON.stringify(
  Array.from({ length: 2_000 }, (_, place) => ({
    id: `item-${place}`,
    at: 1_700_000_000_000 + place,
    path: ["src", `part-${place % 40}`, "index.ts"],
    isRead: place % 2 === 0,
  })),
);

/** The time of the yardstick on the machine of docs/performance.md, in ms, by which the goals become ratios. */
export const REFERENCE_MS = 0.82;

let fastest = Number.POSITIVE_INFINITY;

/** Runs the yardstick once: it parses a JSON text. Called between the runs of a measurement, so both have the same load. */
export function runYardstick(): void {
  const start = performance.now();
  JSON.parse(TEXT);
  fastest = Math.min(fastest, performance.now() - start);
}

/** Returns the fastest run of the yardstick in this process, in ms. */
export function yardstickMs(): number {
  return fastest;
}
