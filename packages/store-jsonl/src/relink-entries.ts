import type { Entry } from "@cutpoint/session/store";
import { isEvicted } from "@cutpoint/session/store";
import { parentIn } from "./log-format.ts";
import type { LogReader, Order } from "./log-reader.ts";
import { readWithGaps } from "./log-reader.ts";

/** The entry that was appended before another one. */
type Before = {
  readonly older: Entry | null;
  /** Whether unreadable lines lie between the two entries. */
  readonly isGap: boolean;
};

/**
 * Relinks the entries of a damaged log: an entry whose parent is lost gets the nearest readable ancestor.
 *
 * Costs one index lookup for each entry whose parent is not the previous entry.
 *
 * @param entries the entries in file order, with `null` for each unreadable line
 */
export async function* relinkEntries(
  reader: LogReader,
  entries: AsyncIterable<Entry | null>,
  order: Order,
): AsyncGenerator<Entry> {
  let last: Entry | null = null;
  let isGap = false;
  for await (const entry of entries) {
    if (entry === null) {
      isGap = true;
      continue;
    }
    if (order === "oldest-first") {
      const before = last === null ? null : { older: last, isGap };
      yield await withParent(reader, entry, before);
    } else if (last !== null) yield await withParent(reader, last, { older: entry, isGap });
    last = entry;
    isGap = false;
  }
  if (order === "newest-first" && last !== null)
    yield await withParent(reader, last, { older: null, isGap });
}

/** @param before the entry that was appended before; `null` if it was not read */
async function withParent(reader: LogReader, entry: Entry, before: Before | null): Promise<Entry> {
  const { parentId } = entry;
  if (parentId === null || parentId === before?.older?.id) return entry;
  const found = await findReadable(reader, parentId);
  if (found === parentId) return entry;
  if (found !== undefined) return { ...entry, parentId: found };
  const { older, isGap } = before ?? (await readBefore(reader, entry.id));
  // Retention deleted the parent, so the path starts here.
  if (!isGap && (await isTrimmed(reader))) return entry;
  return { ...entry, parentId: older?.id ?? null };
}

/**
 * Returns the entry, or its nearest readable ancestor. `undefined` if no ancestor can be found.
 *
 * A damaged line often still shows its id and its parent.
 */
async function findReadable(reader: LogReader, id: string): Promise<string | null | undefined> {
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
  let isGap = false;
  for await (const entry of readWithGaps(reader, id, "newest-first")) {
    if (entry === null) isGap = true;
    else if (entry.id !== id) return { older: entry, isGap };
  }
  return { older: null, isGap };
}

/** Returns whether retention has deleted the oldest entries of a log. */
async function isTrimmed(reader: LogReader): Promise<boolean> {
  for await (const entry of readWithGaps(reader, undefined, "oldest-first"))
    if (entry !== null) return isEvicted(entry);
  return false;
}
