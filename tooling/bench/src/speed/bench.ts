import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { printTable } from "../goals.ts";
import {
  cellsOf,
  changeCells,
  readResults,
  type Result,
  resultsOf,
  TABLE_HEAD,
} from "./results.ts";
import type { Row } from "./row.ts";
import { ROWS } from "./rows.ts";

const FILE = join("bench", "results.json");

/** Measures all rows, prints one table, and writes `bench/results.json`. `--against FILE` compares with earlier results. */
export function bench(): void {
  const { values } = parseArgs({ options: { against: { type: "string" } } });
  const before = values.against === undefined ? null : readResults(values.against);
  const results = resultsOf(ROWS.map(({ measure: _, ...row }) => ({ ...row, ...measured(row) })));
  const { cpu, cores, node } = results.machine;
  const rowOf = (result: Result): readonly string[] => [
    ...cellsOf(result),
    ...(before === null ? [] : changeCells(result, before)),
  ];
  const head = before === null ? TABLE_HEAD : [...TABLE_HEAD, "before", "change"];
  printTable(`Speed on ${cores} cores of ${cpu}, Node ${node}`, head, results.rows.map(rowOf));
  mkdirSync("bench", { recursive: true });
  writeFileSync(FILE, `${JSON.stringify(results, null, 2)}\n`);
}

/** Flags of V8: collection of garbage and compilation in the thread that is measured, and a function to collect. */
const V8_FLAGS = ["--single-threaded", "--expose-gc"];

/** Measures a row in a process of its own. */
function measured({ name, unit }: Omit<Row, "measure">): Pick<Result, "measured" | "ms"> {
  const program = fileURLToPath(new URL("./measure-row.ts", import.meta.url));
  // Sizes are those of a process as users start it.
  const v8 = unit === "kB" || unit === "MB" ? [] : V8_FLAGS;
  const flags = [...v8, "--no-warnings", "--conditions=@cutpoint/source", program, name];
  try {
    return JSON.parse(execFileSync(process.execPath, flags, { encoding: "utf8" })) as Result;
  } catch {
    return { measured: null };
  }
}
