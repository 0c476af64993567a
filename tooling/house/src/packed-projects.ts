import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { runCommand } from "./run-command.ts";
import { installedPackage, packageIn, ROOT, type WorkspacePackage } from "./workspace.ts";

/** What to install and to write into an empty project. */
export type ProjectContents = {
  /** Packages of the workspace. Those that they depend on are installed too, and of examples only those. */
  readonly ours: readonly WorkspacePackage[];
  /** Versions of other packages by name. */
  readonly versions: Readonly<Record<string, string>>;
  /** Texts by path. */
  readonly files: Readonly<Record<string, string>>;
};

/** Empty projects in a temporary folder, in which packages of this repository are installed as they are published. */
export type PackedProjects = Disposable & {
  /** Creates a project and returns its folder. */
  readonly create: (title: string, contents: ProjectContents) => Promise<string>;
  /**
   * Runs a command line, prints the result with its duration, and returns the output.
   *
   * @throws with the output if the command fails
   */
  readonly step: (title: string, line: string, folder: string) => Promise<string>;
};

/** @param workspace all packages of the workspace */
export function createPackedProjects(workspace: readonly WorkspacePackage[]): PackedProjects {
  const scratch = mkdtempSync(join(tmpdir(), "cutpoint-packed-"));
  const pinned = pinnedVersions(workspace);
  const tarballs = new Map<WorkspacePackage, Promise<string>>();

  const pack = async ({ folder }: WorkspacePackage): Promise<string> => {
    const file = join(scratch, `${basename(folder)}.tgz`);
    await step(`pack ${folder}`, `pnpm pack --out "${file}"`, join(ROOT, folder));
    return file;
  };

  /** Packs a package once, also for projects that are created at the same time. */
  const packed = async (entry: WorkspacePackage): Promise<string> => {
    const tarball = tarballs.get(entry) ?? pack(entry);
    tarballs.set(entry, tarball);
    return tarball;
  };

  return {
    async create(title, { ours, versions, files }) {
      const wanted = Object.entries(versions).map(([name, version]) => `"${name}@${version}"`);
      for (const entry of withDependencies(ours, workspace))
        wanted.push(`"${await packed(entry)}"`);
      const folder = mkdtempSync(join(scratch, "project-"));
      const manifest = JSON.stringify({ private: true, type: "module", overrides: pinned });
      for (const [path, text] of Object.entries({ ...files, "package.json": manifest })) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      // Strands names an older client of Anthropic as a peer, and works with that of the repository.
      const force = "@strands-agents/sdk" in versions ? "--force " : "";
      const line = `npm install ${force}--prefer-offline --no-audit --no-fund --loglevel=error ${wanted.join(" ")}`;
      await step(`${title}: install`, line, folder);
      return folder;
    },
    step,
    [Symbol.dispose]: () => rmSync(scratch, { recursive: true, force: true }),
  };
}

async function step(title: string, line: string, folder: string): Promise<string> {
  const { ok, elapsedMs, output } = await runCommand(line, folder);
  const seconds = (elapsedMs / 1000).toFixed(1);
  console.log(`${ok ? "pass" : "FAIL"}  ${title.padEnd(56)} ${seconds} s`);
  if (!ok) throw new Error(`${title} failed:\n${output.trimEnd()}`);
  return output;
}

/** Pins a package as the repository does. It has a build for each version of Node.js; others are compiled for minutes. */
function pinnedVersions(workspace: readonly WorkspacePackage[]): Readonly<Record<string, string>> {
  const name = "better-sqlite3";
  const store = packageIn(workspace, "packages/store-sqlite");
  return { [name]: installedPackage(store, name).version };
}

/** Returns the published packages among some packages and all that they depend on. */
export function withDependencies(
  packages: readonly WorkspacePackage[],
  workspace: readonly WorkspacePackage[],
): readonly WorkspacePackage[] {
  const byName = new Map(workspace.map((entry) => [entry.manifest.name, entry]));
  const found = new Set<WorkspacePackage>();
  const add = (entry: WorkspacePackage | undefined): void => {
    if (entry === undefined || found.has(entry)) return;
    found.add(entry);
    for (const name of Object.keys(entry.manifest.dependencies ?? {})) add(byName.get(name));
  };
  packages.forEach(add);
  return [...found].filter(({ kind }) => kind === "package");
}
