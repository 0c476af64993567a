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
import type { LogPlace, LogReader } from "./log-reader.ts";
import { entriesOf } from "./entries.ts";
import { entriesAfter, hasEntries } from "./log-reader.ts";
import { rewriteLog } from "./log-rewrite.ts";
import type { LogWriter, WriterOptions } from "./log-writer.ts";
import type { OpenLog } from "./open-logs.ts";

/** A log and what one store brings along to it. */
export type UsedLog = {
  readonly log: OpenLog;
  readonly place: LogPlace;
  readonly writer: LogWriter;
  readonly options: WriterOptions;
};

/** Deletes a log; whether it had an entry. */
export async function remove({ place, writer, options }: UsedLog): Promise<boolean> {
  const { disk, path } = place;
  const removeAlone = async (): Promise<boolean> => {
    const hadEntries = await hasEntries(options.reader);
    return (await disk.remove(path)) && hadEntries;
  };
  if (!(await exists(place))) return false;
  return writer.alone(removeAlone, options).catch(wrapStoreError("delete", path));
}

async function exists({ disk, path }: LogPlace): Promise<boolean> {
  await using file = await disk.openRead(path).catch(wrapStoreError("open", path));
  return file !== null;
}

/** Removes the oldest entries; the newest of them leaves a tombstone. */
export async function evict(log: UsedLog, wanted: EvictOptions): Promise<EvictResult> {
  const { place, writer, options } = log;
  const { reader } = options;
  if (!(await exists(place))) throw unknownEntryError("through", wanted.through, place.sessionId);
  return writer
    .alone((head) => evictAlone(place, reader, wanted, head), options)
    .catch(wrapStoreError("rewrite", place.path));
}

async function evictAlone(
  place: LogPlace,
  reader: LogReader,
  { through, expectedHead }: EvictOptions,
  head: string | null,
): Promise<EvictResult> {
  const target = await entryOf(reader, place, through);
  if (head !== expectedHead) return { type: "conflict", head };
  if (isEvicted(target)) return { type: "evicted", count: 0 };
  let count = 0;
  let isPast = false;
  const concerns = (): boolean => !isPast;
  await rewriteLog(place, reader, concerns, (entries) => {
    const last = entries.findIndex((entry) => entry.id === through);
    isPast = last !== -1;
    count += isPast ? last + 1 : entries.length;
    return isPast ? [createTombstone(target, "evicted"), ...entries.slice(last + 1)] : [];
  });
  return { type: "evicted", count };
}

/** Puts other content in place of entries. */
export async function rewrite(
  { place, writer, options }: UsedLog,
  batch: Batch,
  { expectedHead }: AppendOptions,
): Promise<AppendResult> {
  const { reader } = options;
  if (!(await exists(place))) return { type: "conflict", head: null };
  const run = async (head: string | null): Promise<AppendResult> => {
    if (head !== expectedHead) return { type: "conflict", head };
    await assertStored(reader, place, batch);
    if (batch.head !== null) await replaceEntries(place, reader, batch);
    return { type: "appended" };
  };
  return writer.alone(run, options).catch(wrapStoreError("rewrite", place.path));
}

async function assertStored(reader: LogReader, place: LogPlace, batch: Batch): Promise<void> {
  const stored = (await entriesAfter(reader, null, batch.entries)) ?? [];
  const byId = new Map(stored.map((entry) => [entry.id, entry]));
  for (const entry of batch.entries.values()) {
    const found = byId.get(entry.id);
    const isRelinked = found !== undefined && found.parentId !== entry.parentId && reader.isLenient;
    const known = isRelinked ? await entryOf(reader, place, entry.id) : found;
    assertReplaceable(known, entry, place.sessionId);
  }
}

function replaceEntries(place: LogPlace, reader: LogReader, batch: Batch): Promise<void> {
  const concerns = (ids: readonly string[]): boolean => ids.some((id) => batch.entries.has(id));
  return rewriteLog(place, reader, concerns, (entries) =>
    entries.map((entry) => {
      const text = batch.entries.get(entry.id)?.text;
      return text === undefined ? entry : (JSON.parse(text) as Entry);
    }),
  );
}

async function entryOf(reader: LogReader, { sessionId }: LogPlace, id: string): Promise<Entry> {
  for await (const entry of entriesOf(reader, sessionId, { from: id })) return entry;
  throw unknownEntryError("through", id, sessionId);
}
