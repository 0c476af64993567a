import type { Entry } from "../model/entry.ts";

/** The entries of the active path, newest first, out of the entries of all branches. */
export async function pathFrom(
  entriesNewestFirst: AsyncIterable<Entry>,
): Promise<readonly Entry[]> {
  const path: Entry[] = [];
  for await (const entry of entriesNewestFirst) {
    const last = path.at(-1);
    if (last === undefined || last.parentId === entry.id) path.push(entry);
  }
  return path;
}
