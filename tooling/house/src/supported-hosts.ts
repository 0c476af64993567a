import { join } from "node:path";
import { type HostVersions, hostVersions } from "./host-versions.ts";
import type { PackedProjects } from "./packed-projects.ts";
import { installedPackage, ROOT, type WorkspacePackage } from "./workspace.ts";

export type Age = keyof HostVersions;

export const AGES: readonly Age[] = ["oldest", "newest"];

/** The lower bound of `engines` in the packages. It runs no TypeScript. */
const OLDEST_NODE = "22.16.0";

/** A Node.js that programs run on. */
export type Runtime = {
  /** Empty for the Node.js of the repository. */
  readonly label: string;
  readonly binary: string;
};

/** The Node.js of the repository. */
export const CURRENT_NODE: Runtime = { label: "", binary: "node" };

/** Options of `tsc` for a program that the oldest Node.js runs from the folder `built`. */
export const COMPILED: string = [
  "--outDir built --rootDir . --target es2022 --lib esnext --module nodenext --skipLibCheck",
  `--rewriteRelativeImportExtensions --types node --typeRoots "${join(ROOT, "node_modules", "@types")}"`,
].join(" ");

/** Packages with release cycles of their own, in the versions that were current when the oldest LangChain was. */
const COMPANIONS: Readonly<Record<string, string>> = {
  "@langchain/anthropic": "1.4.0",
  "@langchain/classic": "1.0.34",
  "@langchain/langgraph-checkpoint-postgres": "1.0.1",
  "@langchain/langgraph-checkpoint-sqlite": "1.0.1",
  "@langchain/openai": "1.4.7",
};

/** Returns the adapters of frameworks whose folder contains a word. */
export function adaptersIn(
  workspace: readonly WorkspacePackage[],
  word: string,
): readonly WorkspacePackage[] {
  return workspace.filter(
    ({ folder, manifest }) =>
      folder.startsWith("packages/adapter-") &&
      folder.includes(word) &&
      manifest.peerDependencies !== undefined,
  );
}

/** Installs the oldest supported Node.js. */
export async function installOldestNode(projects: PackedProjects): Promise<Runtime> {
  const contents = { ours: [], versions: { node: OLDEST_NODE }, files: {} };
  const folder = await projects.create(`Node ${OLDEST_NODE}`, contents);
  const binary = join(folder, "node_modules", ".bin", "node");
  return { label: `, Node ${OLDEST_NODE}`, binary };
}

/**
 * Returns the versions of the packages that a program of an adapter's host imports.
 *
 * @throws if the oldest version of one is unknown
 */
export function supportedVersions(
  adapter: WorkspacePackage,
  program: WorkspacePackage,
  age: Age,
): Readonly<Record<string, string>> {
  const older = { ...COMPANIONS, ...olderVersions(adapter) };
  const installed = (name: string): string => installedPackage(program, name).version;
  const versions = hostVersions(adapter.manifest, program.manifest, installed, older)[age];
  if (versions !== null) return versions;
  const names = Object.keys(program.manifest.dependencies ?? {}).join(", ");
  throw new Error(`the ${age} version of one of ${names} is unknown: expected it in COMPANIONS`);
}

/** Returns the older versions of packages that an adapter installs under an alias for its tests. */
function olderVersions(adapter: WorkspacePackage): Readonly<Record<string, string>> {
  const installed = Object.keys(adapter.manifest.devDependencies ?? {})
    .map((alias) => ({ alias, ...installedPackage(adapter, alias) }))
    .filter(({ alias, name }) => alias !== name);
  return Object.fromEntries(installed.map(({ name, version }) => [name, version]));
}
