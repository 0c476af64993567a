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
} from "@cutpoint/session/store";
import { emptyLog, entryAt, type Log, logOf } from "./log.ts";

/** Removes the oldest entries; the newest of them leaves a tombstone. */
export function evict(
  logs: Map<string, Log>,
  sessionId: string,
  { through, expectedHead }: EvictOptions,
): EvictResult {
  const { texts, places, head } = logs.get(sessionId) ?? emptyLog();
  const place = places.get(through);
  if (place === undefined) throw unknownEntryError("through", through, sessionId);
  if (head !== expectedHead) return { type: "conflict", head };
  const entry = entryAt(texts, place);
  if (isEvicted(entry)) return { type: "evicted", count: 0 };
  const tombstone = JSON.stringify(createTombstone(entry, "evicted"));
  logs.set(sessionId, logOf([tombstone, ...texts.slice(place + 1)]));
  return { type: "evicted", count: place + 1 };
}

/** Puts other content in place of entries. */
export function rewrite(
  logs: Map<string, Log>,
  sessionId: string,
  batch: Batch,
  { expectedHead }: AppendOptions,
): AppendResult {
  const log = logs.get(sessionId) ?? emptyLog();
  if (log.head !== expectedHead) return { type: "conflict", head: log.head };
  const texts = [...log.texts];
  for (const entry of batch.entries.values()) {
    const place = log.places.get(entry.id);
    const stored = place === undefined ? undefined : entryAt(texts, place);
    assertReplaceable(stored, entry, sessionId);
    if (place !== undefined) texts[place] = entry.text;
  }
  if (texts.length > 0) logs.set(sessionId, logOf(texts));
  return { type: "appended" };
}
