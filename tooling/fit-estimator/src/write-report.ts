import { writeFileSync } from "node:fs";
import { createExactCounter } from "./exact.ts";
import { errorReport, reportPage } from "./report.ts";

const exact = createExactCounter();
const report = errorReport(exact);
exact.free();
writeFileSync(
  new URL("../error-report.json", import.meta.url),
  `${JSON.stringify(report, null, 2)}\n`,
);
writeFileSync(new URL("../error-report.md", import.meta.url), reportPage(report));
console.log(
  `mean ${(report.mean * 100).toFixed(2)} %, 95th percentile ${(report.p95 * 100).toFixed(2)} %, bias ${(report.bias * 100).toFixed(2)} %`,
);
