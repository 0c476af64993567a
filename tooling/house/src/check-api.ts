import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { apiEntries, reportFile } from "./api-entries.ts";
import { compareReports } from "./api-reports.ts";
import { readWorkspace, ROOT } from "./workspace.ts";

/**
 * Compares the public names and types of the built packages with the reports in `api/`.
 *
 * `--update` writes the reports and removes those whose entry is gone.
 */
const update = process.argv.includes("--update");
const reports = join(ROOT, "api");
const entries = apiEntries(readWorkspace());
const unbuilt = entries.filter(({ declarations }) => !existsSync(join(ROOT, declarations)));
const expected = new Set(entries.map(reportFile));
const stale = globSync("*.api.md", { cwd: reports }).filter((file) => !expected.has(file));

if (unbuilt.length > 0) {
  console.error(`Build first (pnpm build): ${unbuilt.map(({ name }) => name).join(", ")}`);
  process.exitCode = 1;
} else {
  const scratch = mkdtempSync(join(tmpdir(), "cutpoint-api-"));
  try {
    mkdirSync(reports, { recursive: true });
    report(compareReports(entries, { reports, scratch }, update));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function report(results: ReturnType<typeof compareReports>): void {
  const changed = results.filter(({ isChanged }) => isChanged);
  for (const { entry, messages } of changed) {
    console.log(
      `api/${reportFile(entry)} ${update ? "updated" : "differs from the built package"}`,
    );
    for (const message of messages) console.log(message);
  }
  for (const file of stale) {
    if (update) rmSync(join(reports, file));
    console.log(`api/${file} ${update ? "removed" : "has no entry"}`);
  }
  console.log(`${results.length} entries, ${changed.length} changed`);
  if (update || changed.length + stale.length === 0) return;
  console.log(
    "If the change is intended, run `npx --yes pnpm@12 api:update` and commit the reports.",
  );
  process.exitCode = 1;
}
