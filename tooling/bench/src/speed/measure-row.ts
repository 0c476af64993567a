import { ROWS } from "./rows.ts";
import { runYardstick, yardstickMs } from "./yardstick.ts";

/** Runs of the yardstick around a row, since the compiler must have optimized it. */
const RUNS = 200;

/** Measures the row that the argument names, and the yardstick. Each row has a process of its own. */
const row = ROWS.find(({ name }) => name === process.argv[2]);
if (row === undefined) throw new Error(`there is no row ${JSON.stringify(process.argv[2])}`);
const surround = (): void => {
  for (let run = 0; run < RUNS; run += 1) runYardstick();
};
surround();
const measured = await row.measure();
surround();
console.log(JSON.stringify({ measured, yardstickMs: yardstickMs() }));
process.exit();
