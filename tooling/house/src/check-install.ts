import {
  copyFileSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type CommandResult, runCommand } from "./run-command.ts";
import { readWorkspace, ROOT } from "./workspace.ts";

/**
 * Follows the guide "Write an adapter" in an empty project.
 *
 * Packs the packages that the guide installs, and their dependencies from this repository. Then runs the example with the
 * command and with `node --test`. Also writes the page of a session and compacts it.
 */
const GUIDE = join(ROOT, "docs", "guides", "write-an-adapter.md");

const EXAMPLE = join(ROOT, "examples", "adapter-rig");

const SUITE = `import { testAdapterConformance } from "@cutpoint/conformance/node-test";
import { subjects } from "./rig.ts";

for (const { name, rig } of subjects) testAdapterConformance(name, rig);
`;

/** A line of a session, as Claude Code writes it. */
const SESSION = `${JSON.stringify({
  type: "user",
  uuid: "u1",
  parentUuid: null,
  sessionId: "s",
  timestamp: "2026-07-01T08:00:00.000Z",
  version: "2.1.219",
  message: { role: "user", content: "Hello" },
})}\n`;

const project = mkdtempSync(join(tmpdir(), "cutpoint-install-"));
try {
  for (const folder of foldersOf(installedBy(readFileSync(GUIDE, "utf8"))))
    await step(`pack ${basename(folder)}`, `pnpm pack --pack-destination "${project}"`, [
      ROOT,
      folder,
    ]);
  const tarballs = readdirSync(project).filter((name) => name.endsWith(".tgz"));
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const names = tarballs.map((name) => `./${name}`).join(" ");
  await step("install", `npm install --no-audit --no-fund --loglevel=error ${names}`, [project]);
  for (const path of globSync("*.ts", { cwd: EXAMPLE }))
    copyFileSync(join(EXAMPLE, path), join(project, basename(path)));
  writeFileSync(join(project, "suite.test.js"), SUITE);
  await step("command", "npx --no-install cutpoint conformance ./rig.ts", [project]);
  writeFileSync(join(project, "session.jsonl"), SESSION);
  await step("page", "npx --no-install cutpoint inspect session.jsonl --html page.html", [project]);
  if (!readFileSync(join(project, "page.html"), "utf8").startsWith("<!doctype html>"))
    throw new Error("page.html is no page");
  await step("compact", "npx --no-install cutpoint compact session.jsonl --budget 500", [project]);
  await step("node --test", "node --test suite.test.js", [project]);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  rmSync(project, { recursive: true, force: true });
}

async function step(name: string, line: string, folder: readonly string[]): Promise<CommandResult> {
  const result = await runCommand(line, join(...folder));
  console.log(
    `${result.ok ? "pass" : "FAIL"}  ${name.padEnd(24)} ${(result.elapsedMs / 1000).toFixed(1)} s`,
  );
  if (!result.ok) throw new Error(`${name} failed:\n${result.output.trimEnd()}`);
  return result;
}

/** Returns the names in the install commands of a page. */
function installedBy(page: string): readonly string[] {
  const names = page
    .split("\n")
    .filter((line) => line.startsWith("npm install "))
    .flatMap((line) => line.split(" ").slice(2))
    .filter((word) => !word.startsWith("-"));
  if (names.length === 0)
    throw new Error(`${GUIDE} contains no line that begins with "npm install"`);
  return names;
}

/** Returns the folders of workspace packages and of their dependencies. */
function foldersOf(names: readonly string[]): ReadonlySet<string> {
  const byName = new Map(readWorkspace().map((entry) => [entry.manifest.name, entry]));
  const folders = new Set<string>();
  const add = (name: string): void => {
    const found = byName.get(name);
    if (found === undefined || folders.has(found.folder)) return;
    folders.add(found.folder);
    for (const dependency of Object.keys(found.manifest.dependencies ?? {})) add(dependency);
  };
  for (const name of names) add(name);
  return folders;
}
