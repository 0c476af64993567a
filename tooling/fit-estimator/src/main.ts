import { writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { costTableSource } from "./cost-table.ts";
import { createExactCounter } from "./exact.ts";
import { fitCosts, trainingChunks } from "./fit.ts";

const table = new URL("../../../packages/core/src/tokens/cost-table.ts", import.meta.url);

const exact = createExactCounter();
writeFileSync(table, costTableSource(fitCosts(trainingChunks(), exact)));
exact.free();
console.log(`wrote ${fileURLToPath(table)}`);
// The estimator reads its table on import, so the new table is measured in another process.
execFileSync(
  process.execPath,
  [...process.execArgv, fileURLToPath(new URL("write-report.ts", import.meta.url))],
  {
    stdio: "inherit",
  },
);
