import { readFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import type { Row } from "./row.ts";

/** The results of one run of all rows. */
export type Results = {
  readonly machine: { readonly cpu: string; readonly cores: number; readonly node: string };
  readonly rows: readonly Result[];
};

export type Result = Omit<Row, "measure"> & {
  /** A multiple of the yardstick, or a size. `null` if the measurement failed. */
  readonly measured: number | null;
  /** Processor time of the work, in ms. */
  readonly ms?: number;
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

export const TABLE_HEAD: readonly string[] = ["", "yardstick", "measured", "goal", "", "time"];

/** Returns the cells of a row, as {@link TABLE_HEAD} names them. */
export function cellsOf({ goal, measured, ms, name, unit, yardstick }: Result): readonly string[] {
  return [
    name,
    yardstick ?? "",
    shown(measured, unit),
    `≤ ${shown(goal, unit)}`,
    measured !== null && measured <= goal ? "pass" : "short",
    ms === undefined ? "" : ms < 1 ? shown(ms * 1_000, "µs") : shown(ms, "ms"),
  ];
}

/** Returns the earlier number, and the new one as a share of it; empty without an earlier number. */
export function changeCells({ measured, name, unit }: Result, before: Results): readonly string[] {
  const earlier = before.rows.find((row) => row.name === name)?.measured ?? null;
  if (earlier === null || measured === null) return ["", ""];
  return [shown(earlier, unit), `${(measured / earlier).toFixed(2)} ×`];
}

function shown(value: number | null, unit: string): string {
  if (value === null) return "failed";
  return `${Number(value.toPrecision(3))} ${unit}`.trimEnd();
}
