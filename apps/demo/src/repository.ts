import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The root of this repository: the nearest folder upwards that holds the workspace's manifest. */
export function findRepository(from: string = import.meta.dirname): string {
  if (existsSync(join(from, "pnpm-workspace.yaml"))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error("the demo does not lie in its repository");
  return findRepository(parent);
}
