import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { packedConformance } from "./packed-conformance.ts";
import { createPackedProjects } from "./packed-projects.ts";
import {
  adaptersIn,
  type Age,
  AGES,
  COMPILED,
  CURRENT_NODE,
  installOldestNode,
  type Runtime,
  supportedVersions,
} from "./supported-hosts.ts";
import { runSteps, type Step } from "./run-steps.ts";
import { filesIn, packageIn, readWorkspace, type WorkspacePackage } from "./workspace.ts";

/**
 * Runs the adapter examples and the five programs of a host with packed packages, and sends refusals of a simulated
 * provider through each adapter: with the oldest supported version of the host on the oldest Node.js, and with the
 * newest on that of the repository. `--all` runs both versions on both.
 *
 * `check-hosts.ts NAME` selects the adapters and guests whose name contains the word.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { all: { type: "boolean", default: false } },
});
const [word = ""] = positionals;

/** Hosts that run on the models of an adapter's host and are too large for the repository, and a way to load a package. */
const GUESTS = [
  {
    name: "mastra",
    adapter: "packages/adapter-ai-sdk",
    example: "examples/ai-sdk-agent",
    versions: { "@mastra/core": "1.71.0" },
    program: "mastra-agent.ts.txt",
  },
  {
    name: "eve",
    adapter: "packages/adapter-ai-sdk",
    example: "examples/ai-sdk-agent",
    versions: { eve: "0.80.1" },
    program: "eve-agent.ts.txt",
  },
  {
    name: "pi, by the path of its package",
    adapter: "packages/adapter-pi",
    example: "examples/pi-session",
    versions: {},
    program: "pi-package.ts.txt",
  },
] as const;

/** The programs of guests. They are text, because the guests are not installed in the repository. */
const PROGRAMS = new URL("../data/", import.meta.url);

/** Runs and checks the five programs of a host; see `tooling/integration/test/tasks`. */
const TASKS_PROGRAM = `import { taskRunner } from "./run-task.ts";
import { tasks } from "./tasks.ts";

for (const [task, check] of Object.entries(tasks)) {
  const printed = await check(taskRunner(import.meta.dirname, "."));
  const last = printed.trimEnd().split("\\n").slice(-2).map((line) => line.slice(0, 60));
  console.log(task + ": " + last.join(" | "));
}
`;

/** Cases of the conformance suite: a request is refused for its size, or for a reason that no smaller request avoids. */
const REFUSALS = [
  "overflow-on-first-call",
  "overflow-on-later-call",
  "overflow-in-any-words",
  "overflow-in-bytes",
  "overflow-in-stream-before-content",
  "errors-sent-once",
] as const;

const workspace = readWorkspace();
using projects = createPackedProjects(workspace);
const oldestNode = await installOldestNode(projects);
const runtimesOf = (age: Age): readonly Runtime[] =>
  values.all ? [CURRENT_NODE, oldestNode] : [age === "newest" ? CURRENT_NODE : oldestNode];
const steps = [
  ...adaptersIn(workspace, word).flatMap((adapter) =>
    AGES.map((age) =>
      stepOf(`${basename(adapter.folder)}, ${age}`, async (title) =>
        runsAdapter(adapter, age, { title, runtimes: runtimesOf(age) }),
      ),
    ),
  ),
  ...GUESTS.filter(({ name }) => name.includes(word)).map((guest) =>
    stepOf(guest.name, async () => runsGuest(guest, runtimesOf("newest"))),
  ),
];
if (!(await runSteps(steps))) process.exitCode = 1;

function stepOf(name: string, run: (name: string) => Promise<void>): Step {
  return {
    name,
    async run() {
      const started = performance.now();
      const problem = await run(name).then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      const elapsedMs = performance.now() - started;
      return { ok: problem === null, elapsedMs, output: problem ?? "" };
    },
  };
}

function isExampleOf(
  { manifest: { name = "" } }: WorkspacePackage,
  { folder, kind, manifest, sources }: WorkspacePackage,
): boolean {
  return (
    kind === "example" &&
    manifest.dependencies?.[name] !== undefined &&
    (isTasks(folder) || sources.has("main.ts"))
  );
}

function isTasks(folder: string): boolean {
  return folder.endsWith("-tasks");
}

/** Installs an adapter with its host once, and runs each example in a folder of its own. */
async function runsAdapter(
  adapter: WorkspacePackage,
  age: Age,
  { title, runtimes }: { readonly title: string; readonly runtimes: readonly Runtime[] },
): Promise<void> {
  const examples = workspace.filter((each) => isExampleOf(adapter, each));
  const suite = packedConformance(projects, workspace, adapter, age);
  const folder = await projects.create(title, {
    ours: [...examples, packageIn(workspace, "packages/provider-sim"), ...(suite?.ours ?? [])],
    versions: joined([
      suite?.versions,
      ...examples.map((example) => supportedVersions(adapter, example, age)),
    ]),
    files: joined([suite?.files, ...examples.map(programOf)]),
  });
  for (const example of examples) {
    const name = basename(example.folder);
    await runsMain(`${name}, ${age}`, join(folder, name), runtimes);
  }
  await suite?.run({ title, folder, runtimes }, REFUSALS);
}

function joined(
  records: readonly (Readonly<Record<string, string>> | undefined)[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(records.flatMap((record) => Object.entries(record ?? {})));
}

/** Returns the files of an example in a folder with its name. */
function programOf({ folder }: WorkspacePackage): Readonly<Record<string, string>> {
  const own = filesIn(folder, "*.ts");
  const tasks = filesIn("tooling/integration/test/tasks", "*.ts");
  const files = isTasks(folder) ? { ...own, ...tasks, "main.ts": TASKS_PROGRAM } : own;
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [`${basename(folder)}/${name}`, text]),
  );
}

async function runsGuest(
  guest: (typeof GUESTS)[number],
  runtimes: readonly Runtime[],
): Promise<void> {
  const example = packageIn(workspace, guest.example);
  const adapter = packageIn(workspace, guest.adapter);
  const versions = { ...supportedVersions(adapter, example, "newest"), ...guest.versions };
  const files = { "main.ts": readFileSync(new URL(guest.program, PROGRAMS), "utf8") };
  const folder = await projects.create(guest.name, { ours: [example], versions, files });
  await runsMain(guest.name, folder, runtimes);
}

/** Checks the types of a project and runs its `main.ts`: as it is, or compiled for the oldest Node.js. */
async function runsMain(
  title: string,
  folder: string,
  runtimes: readonly Runtime[],
): Promise<void> {
  await projects.step(`${title}: types`, `tsc --strict ${COMPILED} *.ts`, folder);
  const built = join(folder, "built"); // a program may leave files in its folder
  for (const { binary, label } of runtimes)
    if (label === "") await projects.step(`${title}: run`, `${binary} main.ts`, folder);
    else await projects.step(`${title}: run${label}`, `"${binary}" main.js`, built);
}
