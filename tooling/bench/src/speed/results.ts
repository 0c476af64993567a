import { readFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { REFERENCE_MS } from "./yardstick.ts";

/** The results of one run of all rows. */
export type Results = {
  readonly machine: { readonly cpu: string; readonly cores: number; readonly node: string };
  readonly rows: readonly Result[];
};

export type Result = {
  readonly name: string;
  readonly unit: string;
  readonly goal: number;
  /** `null` if the measurement failed. */
  readonly measured: number | null;
  /** The fastest run of the yardstick in the process of the row, in ms. */
  readonly yardstickMs?: number;
};

export function resultsOf(rows: readonly Result[]): Results {
  const machine = {
    cpu: cpus()[0]?.model ?? "unknown",
    cores: availableParallelism(),
    node: process.version,
  };
  return { machine, rows };
}

export function readResults(path: string): Results {
  return JSON.parse(readFileSync(path, "utf8")) as Results;
}

export const TABLE_HEAD: readonly string[] = ["", "measured", "ratio", "goal", ""];

/** Milliseconds of a unit of time. Other units have no ratio, or are one. */
const MILLISECONDS: Readonly<Record<string, number>> = { ms: 1, µs: 0.001 };

/** Returns a row as a ratio to the yardstick in its process, and the goal likewise; the plain numbers for other units. */
function ratiosOf({ goal, measured, unit, yardstickMs }: Result): {
  readonly ratio: number | null;
  readonly goal: number;
} {
  const factor = MILLISECONDS[unit];
  if (factor === undefined) return { ratio: measured, goal };
  const isKnown = measured !== null && yardstickMs !== undefined;
  const ratio = isKnown ? (measured * factor) / yardstickMs : null;
  return { ratio, goal: (goal * factor) / REFERENCE_MS };
}

/** Returns the cells of a row: name, number, ratio, goal of the ratio, and whether it is reached. */
export function cellsOf(result: Result): readonly string[] {
  const { measured, name, unit } = result;
  const { goal, ratio } = ratiosOf(result);
  const isReached = ratio !== null && ratio <= goal;
  const shownUnit = unit in MILLISECONDS ? "" : unit;
  return [
    name,
    shown(measured, unit),
    unit in MILLISECONDS ? shown(ratio, "") : "",
    `≤ ${shown(goal, shownUnit)}`,
    isReached ? "pass" : "short",
  ];
}

/** Returns the earlier ratio, and the new one as a share of it; empty without an earlier ratio. */
export function changeCells(result: Result, before: Results): readonly string[] {
  const earlier = before.rows.find((row) => row.name === result.name);
  const [old, now] = [
    earlier === undefined ? null : ratiosOf(earlier).ratio,
    ratiosOf(result).ratio,
  ];
  if (old === null || now === null) return ["", ""];
  return [shown(old, ""), `${(now / old).toFixed(2)} ×`];
}

function shown(value: number | null, unit: string): string {
  if (value === null) return "failed";
  return `${Number(value.toPrecision(value >= 100 ? 3 : 2))} ${unit}`.trimEnd();
}
