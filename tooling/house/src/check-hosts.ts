import { basename, join } from "node:path";
import { MASTRA_PROGRAM } from "./mastra-program.ts";
import { createPackedProjects, type ProjectContents } from "./packed-projects.ts";
import {
  type Age,
  AGES,
  COMPILED,
  installOldestNode,
  OLDEST_NODE,
  supportedVersions,
} from "./supported-hosts.ts";
import { filesIn, packageIn, readWorkspace, type WorkspacePackage } from "./workspace.ts";

/**
 * Runs the adapter examples and the five programs of a host with packed packages: with the oldest and the newest
 * supported version of the host, and with the oldest Node.js and that of the repository.
 *
 * `check-hosts.ts NAME` selects the adapters and guests whose name contains the word.
 */
const [word = ""] = process.argv.slice(2);

/** Hosts that run on the models of an adapter's host and are too large for the repository. */
const GUESTS = [
  {
    name: "mastra",
    adapter: "packages/adapter-ai-sdk",
    example: "examples/ai-sdk-agent",
    versions: { "@mastra/core": "1.71.0" },
    program: MASTRA_PROGRAM,
  },
] as const;

/** Runs and checks the five programs of a host; see `tooling/integration/test/tasks`. */
const TASKS_PROGRAM = `import { taskRunner } from "./run-task.ts";
import { tasks } from "./tasks.ts";

for (const [task, check] of Object.entries(tasks)) {
  const printed = await check(taskRunner(import.meta.dirname, "."));
  const last = printed.trimEnd().split("\\n").slice(-2).map((line) => line.slice(0, 60));
  console.log(task + ": " + last.join(" | "));
}
`;

const workspace = readWorkspace();
const adapters = workspace.filter(
  ({ folder, manifest }) =>
    folder.startsWith("packages/adapter-") &&
    folder.includes(word) &&
    manifest.peerDependencies !== undefined,
);
const projects = createPackedProjects(workspace);
try {
  const node = await installOldestNode(projects);
  for (const adapter of adapters)
    for (const age of AGES)
      for (const example of workspace.filter((each) => isExampleOf(adapter, each)))
        await runsExample(adapter, age, example, node);
  for (const guest of GUESTS) if (guest.name.includes(word)) await runsGuest(guest, node);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  projects[Symbol.dispose]();
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

async function runsExample(
  adapter: WorkspacePackage,
  age: Age,
  example: WorkspacePackage,
  node: string,
): Promise<void> {
  const { folder } = example;
  const versions = supportedVersions(adapter, example, age);
  const files = filesIn(folder, "*.ts");
  const contents = isTasks(folder)
    ? {
        ours: [example, packageIn(workspace, "packages/provider-sim")],
        versions,
        files: {
          ...files,
          ...filesIn("tooling/integration/test/tasks", "*.ts"),
          "main.ts": TASKS_PROGRAM,
        },
      }
    : { ours: [example], versions, files };
  await runsMain(`${basename(folder)}, ${age}`, contents, node);
}

async function runsGuest(guest: (typeof GUESTS)[number], node: string): Promise<void> {
  const example = packageIn(workspace, guest.example);
  const adapter = packageIn(workspace, guest.adapter);
  const versions = { ...supportedVersions(adapter, example, "newest"), ...guest.versions };
  const files = { "main.ts": guest.program };
  await runsMain(guest.name, { ours: [example], versions, files }, node);
}

/** Checks the types of a project and runs its `main.ts`: as it is, and compiled for the oldest Node.js. */
async function runsMain(title: string, contents: ProjectContents, node: string): Promise<void> {
  const folder = await projects.create(title, contents);
  await projects.step(`${title}: types`, `tsc --strict ${COMPILED} *.ts`, folder);
  await projects.step(`${title}: run`, "node main.ts", folder);
  const built = join(folder, "built"); // a program may leave files in its folder
  await projects.step(`${title}: run, Node ${OLDEST_NODE}`, `"${node}" main.js`, built);
}
