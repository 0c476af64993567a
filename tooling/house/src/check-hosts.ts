import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { hostVersions } from "./host-versions.ts";
import { MASTRA_PROGRAM } from "./mastra-program.ts";
import { runCommand } from "./run-command.ts";
import { readWorkspace, ROOT, type WorkspacePackage } from "./workspace.ts";

/**
 * Runs the adapter examples with the oldest and the newest supported version of their host, and the five programs of a
 * host with the newest.
 *
 * Packs the built packages and installs them into an empty ESM project. `check-hosts.ts NAME` selects the adapters and
 * guests whose name contains the word.
 */
const [word = ""] = process.argv.slice(2);

/** Hosts that run on the models of an adapter's host and are too large for the repository. */
const GUESTS = [
  {
    name: "mastra",
    example: "examples/ai-sdk-agent",
    versions: { "@mastra/core": "1.71.0" },
    program: MASTRA_PROGRAM,
  },
] as const;

/** Runs and checks the five programs of a host; see `tooling/integration/test/tasks`. */
const TASKS_PROGRAM = `import { taskRunner } from "./run-task.ts";
import { tasks } from "./tasks.ts";

for (const [task, check] of Object.entries(tasks)) {
  const printed = await check(taskRunner(".", "."));
  const last = printed.trimEnd().split("\\n").slice(-2).map((line) => line.slice(0, 60));
  console.log(task + ": " + last.join(" | "));
}
`;

const packages = readWorkspace();
const byName = new Map(packages.map((entry) => [entry.manifest.name, entry]));
const adapters = packages.filter(
  ({ folder, manifest }) =>
    folder.startsWith("packages/adapter-") &&
    folder.includes(word) &&
    manifest.peerDependencies !== undefined,
);
const scratch = mkdtempSync(join(tmpdir(), "cutpoint-hosts-"));
const tarballs = new Map<WorkspacePackage, string>();
try {
  for (const adapter of adapters) await provedIn(adapter);
  for (const guest of GUESTS) if (guest.name.includes(word)) await provedAsGuest(guest);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function provedIn(adapter: WorkspacePackage): Promise<void> {
  const examples = packages.filter(
    ({ folder, kind, manifest }) =>
      kind === "example" &&
      manifest.dependencies?.[adapter.manifest.name ?? ""] !== undefined &&
      existsSync(join(ROOT, folder, "main.ts")),
  );
  for (const age of ["oldest", "newest"] as const)
    for (const example of examples) {
      const title = `${example.folder.replace("examples/", "")}, ${age}`;
      const versions = hostVersions(
        adapter.manifest,
        example.manifest,
        installedVersion(example),
        olderVersions(adapter),
      );
      const wanted = versions[age];
      if (wanted === null) {
        console.log(`skip  ${title}: its oldest supported version is unknown`);
        continue;
      }
      const files = await packedFor(example);
      const main = readFileSync(join(ROOT, example.folder, "main.ts"), "utf8");
      await inEmptyProject(title, [...files, ...named(wanted)], main);
    }
  const tasks = packages.find(
    ({ folder, manifest }) =>
      folder.endsWith("-tasks") &&
      manifest.dependencies?.[adapter.manifest.name ?? ""] !== undefined,
  );
  if (tasks !== undefined) await provedByTasks(adapter, tasks);
}

/** Runs the five programs of a host. */
async function provedByTasks(adapter: WorkspacePackage, tasks: WorkspacePackage): Promise<void> {
  const { newest } = hostVersions(adapter.manifest, tasks.manifest, installedVersion(tasks));
  const simulator = byName.get("@cutpoint/provider-sim");
  const files = await packedFor(tasks, ...(simulator === undefined ? [] : [simulator]));
  const programs = ["tooling/integration/test/tasks", tasks.folder].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith(".ts"))
      .map((name) => join(ROOT, folder, name)),
  );
  const title = `${tasks.folder.replace("examples/", "")}, newest`;
  await inEmptyProject(title, [...files, ...named(newest)], TASKS_PROGRAM, programs);
}

/** Runs a program of a guest with the packages of an example. */
async function provedAsGuest({
  example: folder,
  name,
  program,
  versions,
}: (typeof GUESTS)[number]): Promise<void> {
  const example = packages.find((each) => each.folder === folder);
  if (example === undefined)
    throw new Error(`${folder} is missing: expected the example of ${name}`);
  const { newest } = hostVersions({}, example.manifest, installedVersion(example));
  const files = await packedFor(example);
  await inEmptyProject(name, [...files, ...named({ ...newest, ...versions })], program);
}

function named(versions: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(versions).map(([name, version]) => `"${name}@${version}"`);
}

/** Packs our packages that an example needs, and others. */
async function packedFor(
  example: WorkspacePackage,
  ...others: readonly WorkspacePackage[]
): Promise<readonly string[]> {
  const needed = [...others, ...others.flatMap(reachable), ...reachable(example)];
  const ours = [...new Set(needed)];
  for (const each of ours) if (!tarballs.has(each)) tarballs.set(each, await packed(each));
  return ours.map((each) => `"${tarballs.get(each)}"`);
}

async function inEmptyProject(
  title: string,
  wanted: readonly string[],
  program: string,
  others: readonly string[] = [],
): Promise<void> {
  const project = mkdtempSync(join(scratch, "project-"));
  const manifest = { private: true, type: "module", overrides: overrides() };
  writeFileSync(join(project, "package.json"), JSON.stringify(manifest));
  for (const file of others) copyFileSync(file, join(project, basename(file)));
  const install = `npm install --no-audit --no-fund --loglevel=error ${wanted.join(" ")}`;
  await step(`${title}: install`, install, project);
  writeFileSync(join(project, "main.ts"), program);
  const types = `--types node --typeRoots "${join(ROOT, "node_modules", "@types")}"`;
  await step(
    `${title}: types`,
    `tsc --noEmit --strict --target esnext --module nodenext --skipLibCheck --allowImportingTsExtensions ${types} *.ts`,
    project,
  );
  await step(`${title}: run`, "node main.ts", project);
}

/** Returns the workspace packages that one depends on, directly or not. */
function reachable(entry: WorkspacePackage): readonly WorkspacePackage[] {
  const found = new Set<WorkspacePackage>();
  const visit = ({ manifest }: WorkspacePackage): void => {
    for (const name of Object.keys(manifest.dependencies ?? {})) {
      const dependency = byName.get(name);
      if (dependency === undefined || found.has(dependency)) continue;
      found.add(dependency);
      visit(dependency);
    }
  };
  visit(entry);
  return [...found];
}

async function packed({ folder }: WorkspacePackage): Promise<string> {
  const before = new Set(readdirSync(scratch));
  await step(`pack ${folder}`, `pnpm pack --pack-destination "${scratch}"`, join(ROOT, folder));
  const name = readdirSync(scratch).find((each) => each.endsWith(".tgz") && !before.has(each));
  if (name === undefined) throw new Error(`pnpm pack returned no file for ${folder}`);
  return join(scratch, name);
}

/** Returns the version of a dependency in the workspace. */
function installedVersion(entry: WorkspacePackage): (name: string) => string {
  return (name) => installedPackage(entry, name).version;
}

/** Returns the older versions of packages that an adapter installs under an alias for its tests. */
function olderVersions(adapter: WorkspacePackage): Readonly<Record<string, string>> {
  const installed = Object.keys(adapter.manifest.devDependencies ?? {})
    .map((alias) => ({ alias, ...installedPackage(adapter, alias) }))
    .filter(({ alias, name }) => alias !== name);
  return Object.fromEntries(installed.map(({ name, version }) => [name, version]));
}

/** Pins a package as the repository does. It has a build for each version of Node.js; others are compiled for minutes. */
function overrides(): Readonly<Record<string, string>> {
  const store = byName.get("@cutpoint/store-sqlite");
  const name = "better-sqlite3";
  return store === undefined ? {} : { [name]: installedVersion(store)(name) };
}

function installedPackage(
  { folder }: WorkspacePackage,
  name: string,
): { readonly name: string; readonly version: string } {
  const path = join(ROOT, folder, "node_modules", name, "package.json");
  return JSON.parse(readFileSync(path, "utf8")) as ReturnType<typeof installedPackage>;
}

async function step(name: string, line: string, directory: string): Promise<void> {
  const { ok, elapsedMs, output } = await runCommand(line, directory);
  const seconds = (elapsedMs / 1000).toFixed(1);
  console.log(`${ok ? "pass" : "FAIL"}  ${name.padEnd(48)} ${seconds} s`);
  if (!ok) throw new Error(`${name} failed:\n${output.trimEnd()}`);
}
