import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";

/** Returns the type and the size of a file or a folder. Throws an error that names the path. */
export async function pathStats(path: string): Promise<Stats> {
  try {
    return await stat(path);
  } catch (cause) {
    throw new Error(`${path} does not exist`, { cause });
  }
}

/** Whether a path is a folder. Throws an error that names the path if it does not exist. */
export async function isFolder(path: string): Promise<boolean> {
  return (await pathStats(path)).isDirectory();
}
