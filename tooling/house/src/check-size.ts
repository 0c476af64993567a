import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { reportFile } from "./api-entries.ts";
import { entrySize } from "./entry-size.ts";
import { isWithinLimits, renderSize } from "./size.ts";
import { ENTRY_LIMITS, SOURCE_LIMITS } from "./size-limits.ts";
import { sourceSizes } from "./source-size.ts";
import { readWorkspace, ROOT } from "./workspace.ts";

/** Compares the sizes of packages and entries with their limits, and prints each. */
const sizes = [
  ...sourceSizes(SOURCE_LIMITS, readWorkspace()),
  ...ENTRY_LIMITS.map((limit) => entrySize(limit, readReport(limit.report))),
];
for (const size of sizes) console.log(renderSize(size));
if (!sizes.every(isWithinLimits)) process.exitCode = 1;

function readReport(name: string): string | null {
  const path = join(ROOT, "api", reportFile({ name }));
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}
