import type { Entry } from "@cutpoint/session";
import {
  type AppendOptions,
  type AppendResult,
  assertReplaceable,
  type Batch,
  createTombstone,
  type EvictOptions,
  type EvictResult,
  isEvicted,
  unknownEntryError,
  wrapStoreError,
} from "@cutpoint/session/store";
import type { LogLocation, LogReader } from "./log-reader.ts";
import { readEntries } from "./read-entries.ts";
import { entriesAfter, hasEntries } from "./log-reader.ts";
import { rewriteLog } from "./log-rewrite.ts";
import type { LogWriter, WriterOptions } from "./log-writer.ts";
import type { OpenLog } from "./open-logs.ts";

/** A shared log with the options of one store. */
export type StoreLog = {
  readonly log: OpenLog;
  readonly location: LogLocation;
  readonly writer: LogWriter;
  readonly options: WriterOptions;
};

/** Deletes a log. Returns whether it had an entry. */
export async function remove({ location, writer, options }: StoreLog): Promise<boolean> {
  const { disk, path } = location;
  const removeWithLock = async (): Promise<boolean> => {
    const hadEntries = await hasEntries(options.reader);
    return (await disk.remove(path)) && hadEntries;
  };
  if (!(await exists(location))) return false;
  return writer.runExclusive(removeWithLock, options).catch(wrapStoreError("delete", path));
}

async function exists({ disk, path }: LogLocation): Promise<boolean> {
  await using file = await disk.openRead(path).catch(wrapStoreError("open", path));
  return file !== null;
}

/** Deletes the oldest entries through the given one, which becomes a tombstone. */
export async function evict(log: StoreLog, wanted: EvictOptions): Promise<EvictResult> {
  const { location, writer, options } = log;
  const { reader } = options;
  if (!(await exists(location)))
    throw unknownEntryError("through", wanted.through, location.sessionId);
  return writer
    .runExclusive((head) => evictWithLock(location, reader, wanted, head), options)
    .catch(wrapStoreError("rewrite", location.path));
}

async function evictWithLock(
  location: LogLocation,
  reader: LogReader,
  { through, expectedHead }: EvictOptions,
  head: string | null,
): Promise<EvictResult> {
  const target = await readEntryById(reader, location, through);
  if (head !== expectedHead) return { type: "conflict", head };
  if (isEvicted(target)) return { type: "evicted", count: 0 };
  let count = 0;
  let isPast = false;
  const isAffected = (): boolean => !isPast;
  await rewriteLog(location, reader, isAffected, (entries) => {
    const last = entries.findIndex((entry) => entry.id === through);
    isPast = last !== -1;
    count += isPast ? last + 1 : entries.length;
    return isPast ? [createTombstone(target, "evicted"), ...entries.slice(last + 1)] : [];
  });
  return { type: "evicted", count };
}

/** Replaces the content of stored entries. */
export async function rewrite(
  { location, writer, options }: StoreLog,
  batch: Batch,
  { expectedHead }: AppendOptions,
): Promise<AppendResult> {
  const { reader } = options;
  if (!(await exists(location))) return { type: "conflict", head: null };
  const run = async (head: string | null): Promise<AppendResult> => {
    if (head !== expectedHead) return { type: "conflict", head };
    await assertStored(reader, location, batch);
    if (batch.head !== null) await replaceEntries(location, reader, batch);
    return { type: "appended" };
  };
  return writer.runExclusive(run, options).catch(wrapStoreError("rewrite", location.path));
}

async function assertStored(reader: LogReader, location: LogLocation, batch: Batch): Promise<void> {
  const stored = (await entriesAfter(reader, null, batch.entries)) ?? [];
  const byId = new Map(stored.map((entry) => [entry.id, entry]));
  for (const entry of batch.entries.values()) {
    const found = byId.get(entry.id);
    const isRelinked = found !== undefined && found.parentId !== entry.parentId && reader.isLenient;
    const known = isRelinked ? await readEntryById(reader, location, entry.id) : found;
    assertReplaceable(known, entry, location.sessionId);
  }
}

function replaceEntries(location: LogLocation, reader: LogReader, batch: Batch): Promise<void> {
  const isAffected = (ids: readonly string[]): boolean => ids.some((id) => batch.entries.has(id));
  return rewriteLog(location, reader, isAffected, (entries) =>
    entries.map((entry) => {
      const text = batch.entries.get(entry.id)?.text;
      return text === undefined ? entry : (JSON.parse(text) as Entry);
    }),
  );
}

async function readEntryById(
  reader: LogReader,
  { sessionId }: LogLocation,
  id: string,
): Promise<Entry> {
  const field = "through";
  for await (const entry of readEntries(reader, sessionId, { from: id }, field)) return entry;
  throw unknownEntryError(field, id, sessionId);
}
