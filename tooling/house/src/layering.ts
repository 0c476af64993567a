import { posix } from "node:path";
import { readModule } from "./module-record.ts";
import { isAllowedImport } from "./package-layers.ts";
import type { Manifest, WorkspacePackage } from "./workspace.ts";

/** Frameworks that the user installs. An adapter must use the same copy. */
const HOSTS = /^(langchain|@langchain\/.+|@openai\/agents.*)$/;

/**
 * Finds imports and dependencies that break the layering, one sentence each.
 *
 * Reads the manifests and each import in `src`, `test` and `bench`. Tests may use every published package and every
 * example, if this creates no cycle.
 */
export function layeringProblems(packages: readonly WorkspacePackage[]): readonly string[] {
  const byName = new Map(packages.map((entry) => [entry.manifest.name ?? entry.folder, entry]));
  return [
    ...packages.flatMap((importer) => [
      ...manifestProblems(importer, byName),
      ...importProblems(importer, byName),
    ]),
    ...cycleProblems(packages, byName),
  ];
}

type ByName = ReadonlyMap<string, WorkspacePackage>;

function manifestProblems(importer: WorkspacePackage, byName: ByName): readonly string[] {
  const { manifest, folder } = importer;
  const at = `${folder}/package.json`;
  const problems: string[] = [];
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) {
    const imported = byName.get(name);
    if (imported !== undefined && !mayImport(importer, imported))
      problems.push(`${at}: ${shortName(importer)} may not depend on ${name}`);
  }
  for (const name of Object.keys(manifest.devDependencies ?? {})) {
    const imported = byName.get(name);
    if (imported !== undefined && imported.kind !== "example" && !isReachable(importer, imported))
      problems.push(`${at}: ${name} is not published, so no package may depend on it`);
  }
  if (!shortName(importer).startsWith("adapter-")) return problems;
  for (const name of Object.keys(manifest.dependencies ?? {}))
    if (HOSTS.test(name)) problems.push(`${at}: ${name} is a host and belongs in peerDependencies`);
  return problems;
}

function importProblems(importer: WorkspacePackage, byName: ByName): readonly string[] {
  const problems: string[] = [];
  for (const [path, text] of importer.sources) {
    const inSource = path.startsWith("src/");
    const declared = declaredIn(importer.manifest, !inSource);
    for (const { specifier, line } of readModule(path, text).requests) {
      const at = `${importer.folder}/${path}:${line}`;
      if (specifier.startsWith(".")) {
        const problem = pathProblem(importer, path, specifier);
        if (problem !== null) problems.push(`${at}: ${problem}`);
        continue;
      }
      const name = packageName(specifier);
      const imported = byName.get(name);
      if (imported === undefined) continue;
      if (imported === importer) {
        if (inSource) problems.push(`${at}: a package may not import itself by name`);
      } else if (!declared.has(name))
        problems.push(
          `${at}: ${name} is not a ${inSource ? "dependency" : "dependency of any kind"}`,
        );
      else if (inSource && !mayImport(importer, imported))
        problems.push(`${at}: ${shortName(importer)} may not import ${name}`);
      if (!isExported(imported, specifier))
        problems.push(`${at}: ${specifier} is not an entry of ${name}`);
    }
  }
  return problems;
}

/** Returns the problem of an import by path, or `null`. */
function pathProblem(importer: WorkspacePackage, path: string, specifier: string): string | null {
  const target = posix.join(posix.dirname(path), specifier);
  if (target.startsWith("../"))
    return isShared(importer, path, target)
      ? null
      : `${specifier} leaves the package. Import the package by its name`;
  const leavesSource = path.startsWith("src/") && !target.startsWith("src/");
  return leavesSource ? `sources may not import ${specifier}` : null;
}

/**
 * Returns whether an import by path may leave the package. Tests share test code. Tooling may read sources that the
 * entries of a package do not export.
 */
function isShared(importer: WorkspacePackage, path: string, target: string): boolean {
  const place = posix.join(importer.folder, target);
  const isTestCode = path.startsWith("test/") || importer.kind === "tooling";
  return isTestCode && /^(?:packages\/[\w-]+\/(?:src|test)|tooling\/[\w-]+\/src)\//.test(place);
}

/** Finds cycles of dependencies, which have no build order. */
function cycleProblems(packages: readonly WorkspacePackage[], byName: ByName): readonly string[] {
  const next = (entry: WorkspacePackage): readonly WorkspacePackage[] =>
    [...declaredIn(entry.manifest, true)].flatMap((name) => byName.get(name) ?? []);
  const done = new Set<WorkspacePackage>();
  const problems: string[] = [];
  const visit = (entry: WorkspacePackage, trail: readonly WorkspacePackage[]): void => {
    if (trail.includes(entry)) {
      const circle = [...trail.slice(trail.indexOf(entry)), entry].map(shortName).join(" → ");
      problems.push(`dependency cycle: ${circle}`);
      return;
    }
    if (done.has(entry)) return;
    for (const imported of next(entry)) visit(imported, [...trail, entry]);
    done.add(entry);
  };
  for (const entry of packages) visit(entry, []);
  return problems;
}

function mayImport(importer: WorkspacePackage, imported: WorkspacePackage): boolean {
  if (!isReachable(importer, imported)) return false;
  if (importer.kind !== "package") return true;
  return isAllowedImport(shortName(importer), shortName(imported));
}

/** No package may import the demo or an example. Unpublished packages and tests may import tooling. */
function isReachable(importer: WorkspacePackage, imported: WorkspacePackage): boolean {
  if (imported.kind === "tooling") return importer.kind !== "example";
  return imported.kind === "package";
}

function declaredIn(manifest: Manifest, alsoForTests: boolean): ReadonlySet<string> {
  return new Set(
    Object.keys({
      ...manifest.dependencies,
      ...manifest.peerDependencies,
      ...(alsoForTests ? manifest.devDependencies : {}),
    }),
  );
}

function isExported(imported: WorkspacePackage, specifier: string): boolean {
  const name = imported.manifest.name ?? "";
  return Object.hasOwn(imported.manifest.exports ?? {}, `.${specifier.slice(name.length)}`);
}

function packageName(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

function shortName(entry: WorkspacePackage): string {
  return posix.basename(entry.folder);
}
