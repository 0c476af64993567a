import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isFolder } from "./path-stats.ts";

/** Imports a module. Throws an error that names the path and the problem. */
export async function importModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  if (await isFolder(path)) throw new Error(`${path} is a folder: expected the file of a module`);
  try {
    return (await import(pathToFileURL(resolve(path)).href)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    throw new Error(`${path} cannot be imported: ${reasonOf(error)}`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error && "code" in error && error.code === "ERR_UNKNOWN_FILE_EXTENSION"))
    return String(error);
  return /"\.[cm]?ts"/u.test(error.message)
    ? `Node ${process.version} cannot import TypeScript: use Node 22.18 or newer, or pass the built module`
    : `${error.message}: expected a module in JavaScript or TypeScript`;
}
