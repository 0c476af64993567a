import { spawnSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { applyMutant, type Mutant, mutantsOf, sampleOf } from "./mutants.ts";

const USAGE = `Usage: mutate <package>... [--count <n>] [--seed <n>]

Changes one line of a package at a time and runs the tests that import the file: those of the
package, the laws, and those of several packages. Prints each mutant that survives, and a table.
Default: 20 mutants of each package, seed 1. Run it in a copy of the tree: it writes to the
sources, and restores them.`;

/** In ms. A mutant that runs for longer is killed: its loop does not end. */
const TIMEOUT = 600_000;

/** Projects whose tests are run after those of the package. */
const OTHERS = ["laws", "integration"];

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { count: { type: "string", default: "20" }, seed: { type: "string", default: "1" } },
});
if (positionals.length === 0) {
  process.stdout.write(`${USAGE}\n`);
  process.exit(2);
}

const root = resolve(import.meta.dirname, "../../../..");
const rows: string[] = [];
for (const name of positionals) {
  if (!testsPass(["run", "--project", name])) throw new Error(`tests of ${name} fail already`);
  const sources = globSync(`packages/${name}/src/**/*.ts`, { cwd: root }).toSorted();
  const files = sources.filter((file) => !file.endsWith("-data.ts"));
  const all = files.flatMap((file) => mutantsOf(file, readFileSync(resolve(root, file), "utf8")));
  const sample = sampleOf(all, Number(values.count), Number(values.seed));
  let killed = 0;
  for (const mutant of sample) {
    const survives = isSurvivor(mutant, name);
    killed += Number(!survives);
    if (survives)
      process.stdout.write(
        `survived: ${mutant.file}:${mutant.line} (${mutant.kind})\n  ${mutant.before.trim()}\n  ${mutant.after.trim()}\n`,
      );
  }
  const share = Math.round((100 * killed) / Math.max(1, sample.length));
  rows.push(`| ${name} | ${all.length} | ${sample.length} | ${killed} | ${share} % |`);
}
process.stdout.write("\n| package | mutants | tried | killed | share |\n");
process.stdout.write(`| --- | --- | --- | --- | --- |\n${rows.join("\n")}\n`);

/** Runs the tests that import the file, up to the first failure. */
function isSurvivor(mutant: Mutant, project: string): boolean {
  const path = resolve(root, mutant.file);
  const text = readFileSync(path, "utf8");
  writeFileSync(path, applyMutant(text, mutant));
  try {
    return [project, ...OTHERS].every((name) =>
      testsPass(["related", mutant.file, "--run", "--project", name, "--bail", "1"]),
    );
  } finally {
    writeFileSync(path, text);
  }
}

function testsPass(values: readonly string[]): boolean {
  const vitest = resolve(root, "node_modules/vitest/vitest.mjs");
  const options = { cwd: root, stdio: "ignore", timeout: TIMEOUT } as const;
  return spawnSync(process.execPath, [vitest, ...values], options).status === 0;
}
