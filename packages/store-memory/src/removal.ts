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
import { createLog, entryAt, type Log, createLogFromTexts } from "./log.ts";

/** Deletes the oldest entries through the given one, which becomes a tombstone. */
export function evict(
  logs: Map<string, Log>,
  sessionId: string,
  { through, expectedHead }: EvictOptions,
): EvictResult {
  const { texts, places, head } = logs.get(sessionId) ?? createLog();
  const place = places.get(through);
  if (place === undefined) throw unknownEntryError("through", through, sessionId);
  if (head !== expectedHead) return { type: "conflict", head };
  const entry = entryAt(texts, place);
  if (isEvicted(entry)) return { type: "evicted", count: 0 };
  const tombstone = JSON.stringify(createTombstone(entry, "evicted"));
  logs.set(sessionId, createLogFromTexts([tombstone, ...texts.slice(place + 1)]));
  return { type: "evicted", count: place + 1 };
}

/** Replaces the content of stored entries. */
export function rewrite(
  logs: Map<string, Log>,
  sessionId: string,
  batch: Batch,
  { expectedHead }: AppendOptions,
): AppendResult {
  const log = logs.get(sessionId) ?? createLog();
  if (log.head !== expectedHead) return { type: "conflict", head: log.head };
  const texts = [...log.texts];
  for (const entry of batch.entries.values()) {
    const place = log.places.get(entry.id);
    const stored = place === undefined ? undefined : entryAt(texts, place);
    assertReplaceable(stored, entry, sessionId);
    if (place !== undefined) texts[place] = entry.text;
  }
  if (texts.length > 0) logs.set(sessionId, createLogFromTexts(texts));
  return { type: "appended" };
}
