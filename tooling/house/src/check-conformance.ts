import { readFileSync } from "node:fs";
import { basename, join, posix } from "node:path";
import { createPackedProjects } from "./packed-projects.ts";
import {
  type Age,
  AGES,
  COMPILED,
  installOldestNode,
  OLDEST_NODE,
  supportedVersions,
} from "./supported-hosts.ts";
import { packageIn, readWorkspace, ROOT, type WorkspacePackage } from "./workspace.ts";

/**
 * Runs the conformance suite on the packed adapters of LangChain and the OpenAI Agents SDK: with the oldest and the
 * newest supported version of the host, and with the oldest Node.js and that of the repository. Takes minutes.
 *
 * `check-conformance.ts NAME` selects the adapter whose name contains the word.
 */
const [word = ""] = process.argv.slice(2);

/** Their subjects import published entries only. */
const ADAPTERS = ["packages/adapter-langchain", "packages/adapter-openai-agents"] as const;

const workspace = readWorkspace();
const projects = createPackedProjects(workspace);
try {
  const node = await installOldestNode(projects);
  for (const folder of ADAPTERS)
    if (folder.includes(word))
      for (const age of AGES) await conforms(packageIn(workspace, folder), age, node);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  projects[Symbol.dispose]();
}

async function conforms(adapter: WorkspacePackage, age: Age, oldestNode: string): Promise<void> {
  const title = `${basename(adapter.folder)}, ${age}`;
  const start = `${adapter.folder}/test/conformance/subjects.ts`;
  const files = filesFrom(start);
  const names = importedBy(Object.values(files));
  const ours = workspace.filter(({ manifest: { name = "" } }) => names.has(name));
  const dependencies = Object.fromEntries(
    [...names]
      .filter((name) => !ours.some(({ manifest }) => manifest.name === name))
      .map((name) => [name, "*"]),
  );
  const versions = supportedVersions(adapter, { ...adapter, manifest: { dependencies } }, age);
  const command = packageIn(workspace, "packages/cli");
  const folder = await projects.create(title, { ours: [command, ...ours], versions, files });
  await projects.step(`${title}: compile`, `tsc --noCheck ${COMPILED} ${start}`, folder);
  const subjects = `built/${start.replace(/\.ts$/, ".js")}`;
  for (const node of ["node", oldestNode]) {
    const name = node === "node" ? title : `${title}, Node ${OLDEST_NODE}`;
    const line = `"${node}" node_modules/cutpoint/dist/main.js conformance ${subjects} --quiet`;
    const output = await projects.step(`${name}: conformance`, line, folder);
    console.log(`      ${output.trimEnd().split("\n").at(-1)}`);
  }
}

/** Returns the texts of a file and of those that it imports by a path, by their paths from the root. */
function filesFrom(start: string): Readonly<Record<string, string>> {
  const files: Record<string, string> = {};
  const add = (path: string): void => {
    if (files[path] !== undefined) return;
    const text = readFileSync(join(ROOT, path), "utf8");
    files[path] = text;
    for (const specifier of specifiersIn(text))
      if (specifier.startsWith(".")) add(posix.join(posix.dirname(path), specifier));
  };
  add(start);
  return files;
}

/** Returns the names of packages. */
function importedBy(texts: readonly string[]): ReadonlySet<string> {
  const specifiers = texts.flatMap(specifiersIn).filter((each) => !/^(?:\.|node:)/.test(each));
  return new Set(specifiers.map((each) => /^(?:@[^/]+\/)?[^/]+/.exec(each)?.[0] ?? each));
}

function specifiersIn(text: string): readonly string[] {
  return [...text.matchAll(/ from "([^"]+)";$/gm)].map(([, specifier = ""]) => specifier);
}
