import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The purpose of a package: published, an app, internal, or an example. */
export type PackageKind = "package" | "app" | "tooling" | "example";

/** The fields of a package.json that the checks read. */
export type Manifest = {
  readonly name?: string;
  readonly version?: string;
  readonly keywords?: readonly string[];
  readonly homepage?: string;
  readonly bugs?: string;
  readonly license?: string;
  readonly author?: string;
  readonly repository?: {
    readonly type: string;
    readonly url: string;
    readonly directory?: string;
  };
  readonly publishConfig?: { readonly access: string; readonly provenance: boolean };
  readonly files?: readonly string[];
  readonly exports?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly engines?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
};

/** One package of the workspace with its manifest and files. */
export type WorkspacePackage = {
  /** Relative to the root of the repository, with slashes. */
  readonly folder: string;
  readonly kind: PackageKind;
  readonly manifest: Manifest;
  readonly paths: readonly string[];
  /** The TypeScript files in `src`, `test` and `bench`, or anywhere in an example. Path to text. */
  readonly sources: ReadonlyMap<string, string>;
};

const FOLDERS: readonly (readonly [string, PackageKind])[] = [
  ["packages", "package"],
  ["apps", "app"],
  ["tooling", "tooling"],
  ["examples", "example"],
];

/** The root of this repository. */
export const ROOT: string = join(import.meta.dirname, "..", "..", "..");

/** Reads all packages of the workspace. */
export function readWorkspace(root: string = ROOT): readonly WorkspacePackage[] {
  return FOLDERS.flatMap(([parent, kind]) =>
    globSync(`${parent}/*/package.json`, { cwd: root })
      .toSorted()
      .map((path) => readPackage(root, path.slice(0, -"/package.json".length), kind)),
  );
}

/** @throws if there is no package in the folder */
export function packageIn(
  workspace: readonly WorkspacePackage[],
  folder: string,
): WorkspacePackage {
  const found = workspace.find((each) => each.folder === folder);
  if (found === undefined) throw new Error(`${folder} is missing: expected a package`);
  return found;
}

/** Reads the files of a folder that match a pattern. Name to text. */
export function filesIn(folder: string, pattern: string): Readonly<Record<string, string>> {
  const cwd = join(ROOT, folder);
  const names = globSync(pattern, { cwd });
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(cwd, name), "utf8")]));
}

/** Reads the manifest at the root of the repository. */
export function readRootManifest(root: string = ROOT): Manifest {
  return readManifest(join(root, "package.json"));
}

/** Reads the manifest of a dependency in the workspace. */
export function installedPackage(
  { folder }: WorkspacePackage,
  name: string,
): Required<Pick<Manifest, "name" | "version">> {
  const path = join(ROOT, folder, "node_modules", name, "package.json");
  return readManifest(path) as ReturnType<typeof installedPackage>;
}

function readPackage(root: string, folder: string, kind: PackageKind): WorkspacePackage {
  const directory = join(root, folder);
  const paths = globSync("**/*", {
    cwd: directory,
    withFileTypes: true,
    exclude: (entry) => entry.name === "node_modules" || entry.name === "dist",
  })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .map((path) => path.replaceAll("\\", "/"))
    .toSorted();
  const written = kind === "example" ? /\.ts$/ : /^(src|test|bench)\/.*\.ts$/;
  const sources = paths.filter((path) => written.test(path));
  return {
    folder: folder.replaceAll("\\", "/"),
    kind,
    manifest: readManifest(join(directory, "package.json")),
    paths,
    sources: new Map(sources.map((path) => [path, readFileSync(join(directory, path), "utf8")])),
  };
}

function readManifest(path: string): Manifest {
  if (!existsSync(path)) throw new Error(`${path} is missing`);
  return JSON.parse(readFileSync(path, "utf8")) as Manifest;
}
