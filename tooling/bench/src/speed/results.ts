import { readFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";

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

export const TABLE_HEAD: readonly string[] = ["", "measured", "goal", ""];

/** Returns the cells of a row: name, number, goal, and whether it is reached. */
export function cellsOf({ name, unit, goal, measured }: Result): readonly string[] {
  const isReached = measured !== null && measured <= goal;
  return [name, shown(measured, unit), `≤ ${shown(goal, unit)}`, isReached ? "pass" : "short"];
}

/** Returns the earlier number, and the new one as a share of it; empty without an earlier number. */
export function changeCells({ measured, name, unit }: Result, before: Results): readonly string[] {
  const earlier = before.rows.find((row) => row.name === name)?.measured ?? null;
  if (earlier === null || measured === null) return ["", ""];
  return [shown(earlier, unit), `${(measured / earlier).toFixed(2)} ×`];
}

function shown(value: number | null, unit: string): string {
  if (value === null) return "failed";
  const digits = value >= 100 ? 0 : value >= 1 ? 1 : 2;
  return `${Number(value.toFixed(digits))} ${unit}`.trimEnd();
}
