import { text } from "node:stream/consumers";
import { demoProblems } from "./demo-report.ts";

/** Checks the output of `npx --yes pnpm@12 --silent demo --json` on stdin. `--resumed` expects a resumed run. */
const resumed = process.argv.includes("--resumed");
const problems = demoProblems(parse(await text(process.stdin)), { resumed });
for (const problem of problems) console.log(problem);
if (problems.length > 0) process.exitCode = 1;

function parse(input: string): unknown {
  try {
    return JSON.parse(input) as unknown;
  } catch {
    return input.slice(0, 80);
  }
}
