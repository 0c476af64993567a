import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkPacked } from "./packed-package.ts";
import { platformImports } from "./platform-imports.ts";
import { runCommand, type CommandResult } from "./run-command.ts";
import { runSteps, type Step } from "./run-steps.ts";
import { readWorkspace, ROOT } from "./workspace.ts";

const published = readWorkspace().filter(({ kind }) => kind === "package");
const scratch = mkdtempSync(join(tmpdir(), "cutpoint-packages-"));

const steps: readonly Step[] = [
  ...published.map(({ folder }): Step => {
    const target = join(scratch, folder);
    mkdirSync(target, { recursive: true });
    return { name: folder, run: async () => checkPacked(join(ROOT, folder), target) };
  }),
  { name: "core without Node", run: async () => checkBuiltCore() },
  { name: "core in an older Node", run: async () => checkOlderNode() },
];

async function checkBuiltCore(): Promise<CommandResult> {
  const started = performance.now();
  const paths = globSync("packages/core/dist/**/*.js", { cwd: ROOT });
  const files = paths.map((path) => [path, readFileSync(join(ROOT, path), "utf8")] as const);
  const problems = paths.length === 0 ? ["packages/core is not built"] : platformImports(files);
  const elapsedMs = performance.now() - started;
  return Promise.resolve({
    ok: problems.length === 0,
    elapsedMs,
    output: problems.join("\n"),
  });
}

/** Node 20 has neither function that core looks for. */
async function checkOlderNode(): Promise<CommandResult> {
  const program = `delete Promise.withResolvers; import("./packages/core/dist/node/index.js")`;
  const result = await runCommand(`node --eval '${program}'`);
  const isClear = result.output.includes("Cutpoint needs Node 22.16 or newer: this is v");
  return { ...result, ok: !result.ok && isClear };
}

const unbuilt = published.filter(
  ({ folder }) => globSync(`${folder}/dist/index.js`, { cwd: ROOT }).length === 0,
);
try {
  if (unbuilt.length > 0) {
    console.error(`Build first (pnpm build): ${unbuilt.map(({ folder }) => folder).join(", ")}`);
    process.exitCode = 1;
  } else if (!(await runSteps(steps))) process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
