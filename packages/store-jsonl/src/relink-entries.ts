import type { Entry } from "@cutpoint/session/store";
import { isEvicted } from "@cutpoint/session/store";
import { parentIn } from "./log-format.ts";
import type { LogReader, Order } from "./log-reader.ts";
import { entriesAndHoles } from "./log-reader.ts";

/** What was appended before an entry, as far as it can be read. */
type Before = {
  readonly older: Entry | null;
  /** Whether lines between the two cannot be read. */
  readonly isHole: boolean;
};

/**
 * The entries of a damaged log with links over what cannot be read: an entry whose parent is lost gets the parent of
 * that one.
 *
 * Costs a look into the index for each entry whose parent is not the one before it.
 *
 * @param entries `null` for each line that cannot be read
 */
export async function* relinked(
  reader: LogReader,
  entries: AsyncIterable<Entry | null>,
  order: Order,
): AsyncGenerator<Entry> {
  let last: Entry | null = null;
  let isHole = false;
  for await (const entry of entries) {
    if (entry === null) {
      isHole = true;
      continue;
    }
    if (order === "oldest-first") {
      const before = last === null ? null : { older: last, isHole };
      yield await withParent(reader, entry, before);
    } else if (last !== null) yield await withParent(reader, last, { older: entry, isHole });
    last = entry;
    isHole = false;
  }
  if (order === "newest-first" && last !== null)
    yield await withParent(reader, last, { older: null, isHole });
}

/** @param before what was appended before the entry; `null` if that was not read */
async function withParent(reader: LogReader, entry: Entry, before: Before | null): Promise<Entry> {
  const { parentId } = entry;
  if (parentId === null || parentId === before?.older?.id) return entry;
  const found = await findWhole(reader, parentId);
  if (found === parentId) return entry;
  if (found !== undefined) return { ...entry, parentId: found };
  const { older, isHole } = before ?? (await readBefore(reader, entry.id));
  // What retention has removed is no hole: the path begins there.
  if (!isHole && (await isTrimmed(reader))) return entry;
  return { ...entry, parentId: older?.id ?? null };
}

/**
 * An entry, or else the nearest of its parents that can be read: a damaged line often shows its id and its parent.
 * `undefined` if the way there is lost.
 */
async function findWhole(reader: LogReader, id: string): Promise<string | null | undefined> {
  const visited = new Set<string>();
  let wanted: string | null | undefined = id;
  while (typeof wanted === "string" && !visited.has(wanted)) {
    visited.add(wanted);
    const line = await reader.lineOf(wanted);
    if (line === null) return undefined;
    if (reader.decode(line, "oldest-first") !== null) return wanted;
    wanted = parentIn(line.bytes);
  }
  return wanted === null ? null : undefined;
}

async function readBefore(reader: LogReader, id: string): Promise<Before> {
  let isHole = false;
  for await (const entry of entriesAndHoles(reader, id, "newest-first")) {
    if (entry === null) isHole = true;
    else if (entry.id !== id) return { older: entry, isHole };
  }
  return { older: null, isHole };
}

/** Whether retention has removed the oldest entries of a log. */
async function isTrimmed(reader: LogReader): Promise<boolean> {
  for await (const entry of entriesAndHoles(reader, undefined, "oldest-first"))
    if (entry !== null) return isEvicted(entry);
  return false;
}
