import { writeFileSync } from "node:fs";
import { PAGE, repositoryTraceability } from "./traceability/repository.ts";
import { standingCounts } from "./traceability/traceability-page.ts";

const traceability = repositoryTraceability();
writeFileSync(PAGE, traceability.page);
console.log("docs/traceability.md:", standingCounts(traceability));
for (const problem of traceability.problems) console.log(problem);
if (traceability.problems.length > 0) process.exitCode = 1;
