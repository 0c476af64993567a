import { globSync } from "node:fs";
import { basename } from "node:path";
import { releaseProblems } from "./release-guard.ts";
import { runCommand } from "./run-command.ts";
import { readRootManifest, readWorkspace, ROOT } from "./workspace.ts";

/** Builds and checks the packages, and publishes those whose version is not in the registry. */
const STEPS = "pnpm build && pnpm check:api && pnpm check:packages && changeset publish";

const published = readWorkspace().filter(({ kind }) => kind === "package");
const status = await runCommand("git status --porcelain");
const problems = releaseProblems({
  repositoryUrl: readRootManifest().repository?.url,
  pendingChangesets: globSync(".changeset/*.md", { cwd: ROOT })
    .map((path) => basename(path))
    .filter((name) => name !== "README.md"),
  versions: Object.fromEntries(
    published.map(({ folder, manifest }) => [manifest.name ?? folder, manifest.version]),
  ),
  gitStatus: status.ok ? status.output : null,
  isCi: process.env["CI"] === "true",
});
if (problems.length > 0) {
  for (const problem of problems) console.error(problem);
  process.exitCode = 1;
} else {
  const { ok, output } = await runCommand(STEPS);
  console.log(output);
  if (!ok) process.exitCode = 1;
}
