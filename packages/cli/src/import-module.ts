import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** Imports a module. Throws an error that names the path and the problem. */
export async function importModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  const file = resolve(path);
  if (!existsSync(file)) throw new Error(`${path} does not exist`);
  try {
    return (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    const isUnreadable = (error as { code?: unknown }).code === "ERR_UNKNOWN_FILE_EXTENSION";
    const reason = isUnreadable
      ? `Node ${process.version} cannot import TypeScript: use Node 22.18 or newer, or pass the built module`
      : String(error);
    throw new Error(`${path} cannot be imported: ${reason}`, { cause: error });
  }
}
