import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Finds the root of this repository: the nearest parent folder with the manifest of the workspace. */
export function findRepository(from: string = import.meta.dirname): string {
  if (existsSync(join(from, "pnpm-workspace.yaml"))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error("the demo must run inside of its repository");
  return findRepository(parent);
}
