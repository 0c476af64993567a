import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** What a module exports. Throws an error that says what is wrong with the path or the module. */
export async function importModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  const file = resolve(path);
  if (!existsSync(file)) throw new Error(`${path} is not there`);
  try {
    return (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    const isUnreadable = (error as { code?: unknown }).code === "ERR_UNKNOWN_FILE_EXTENSION";
    const told = isUnreadable
      ? `Node ${process.version} does not read TypeScript; use Node 22.18 or newer, or give the built module`
      : String(error);
    throw new Error(`${path} cannot be loaded: ${told}`, { cause: error });
  }
}
