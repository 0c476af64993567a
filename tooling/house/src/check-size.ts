import { execFileSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureSizes } from "./measure-size.ts";
import { type Limits, limitProblems, raiseProblems, updatedLimits } from "./size-limits.ts";
import { readWorkspace, ROOT } from "./workspace.ts";

/**
 * Compares the sizes of packages, entries and bundles with their limits, and the limits with those of the commit before.
 *
 * `--update` sets the limits to what is measured. `--decision 0013` names the record that explains what grew.
 */
const FILE = "tooling/house/size-limits.json";
const { values } = parseArgs({
  options: { update: { type: "boolean", default: false }, decision: { type: "string" } },
});
const limits = JSON.parse(readFileSync(join(ROOT, FILE), "utf8")) as Limits;
const measured = await measureSizes(readWorkspace());
const after = values.update ? updatedLimits(limits, measured, values.decision) : limits;
if (values.update) writeFileSync(join(ROOT, FILE), `${JSON.stringify(after, null, 2)}\n`);

const before = limitsBefore();
if (before === null) console.log("no earlier limits: raises are not checked");
const problems = [
  ...limitProblems(after, measured),
  ...(before === null ? [] : raiseProblems(before, after, isDecision)),
];
for (const [subject, counts] of Object.entries(measured))
  console.log(
    `${subject}: ${Object.entries(counts)
      .map(([unit, count]) => `${count} of ${after[subject]?.limits[unit] ?? 0} ${unit}`)
      .join(", ")}`,
  );
for (const problem of problems) console.log(`FAIL  ${problem}`);
console.log(`packages: ${linesBelow("packages/")} lines, tooling: ${linesBelow("tooling/")} lines`);
if (problems.length > 0) {
  console.log(
    "`npx --yes pnpm@12 check:size --update` sets the limits to what is measured; if they grow in sum, add `--decision NNNN`.",
  );
  process.exitCode = 1;
}

function linesBelow(folder: string): number {
  return Object.entries(measured)
    .filter(([subject]) => subject.startsWith(folder))
    .reduce((sum, [, counts]) => sum + (counts["lines"] ?? 0), 0);
}

/** Returns the limits of the commit before their last change. `null` if there is none, or no git. */
function limitsBefore(): Limits | null {
  const git = (...args: string[]): string =>
    execFileSync("git", args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  try {
    const isChanged = git("status", "--porcelain", "--", FILE) !== "";
    const changed = isChanged ? "HEAD" : `${git("log", "-1", "--format=%H", "--", FILE).trim()}^`;
    return JSON.parse(git("show", `${changed}:${FILE}`)) as Limits;
  } catch {
    return null;
  }
}

function isDecision(number: string): boolean {
  return globSync(`docs/decisions/${number}-*.md`, { cwd: ROOT }).length === 1;
}
