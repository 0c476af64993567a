import { ROWS } from "./rows.ts";

/** Measures the row that the argument names. Each row has a process of its own. */
const row = ROWS.find(({ name }) => name === process.argv[2]);
if (row === undefined) throw new Error(`there is no row ${JSON.stringify(process.argv[2])}`);
console.log(JSON.stringify(await row.measure()));
process.exit();
