import { assertNotAborted } from "../log/store-errors.ts";
import { readPath } from "../log/seek-path.ts";
import type { SessionStore } from "../log/store.ts";
import type { Entry } from "../model/entry.ts";

/** What a navigation leaves behind. */
export type Abandoned = {
  /** The deepest entry that both paths have; `null` where they have none. */
  readonly ancestorId: string | null;
  /** From that entry, exclusive, to the head that is left, oldest first. */
  readonly entries: readonly Entry[];
};

/**
 * What lies on the path to one entry and not on the path to another.
 *
 * Reads the target's path to its end and the other down to the ancestor; entries of other branches only as far as
 * seeking past them is no cheaper. Keeps the ids of the one and the entries of the other in memory.
 *
 * @throws `aborted`
 */
export async function abandonedEntries(
  store: SessionStore,
  sessionId: string,
  { from, to }: { readonly from: string | null; readonly to: string | null },
  signal: AbortSignal,
): Promise<Abandoned> {
  const staying = new Set<string>();
  for await (const { id } of pathTo(store, sessionId, to)) {
    assertNotAborted(signal);
    staying.add(id);
  }
  const entries: Entry[] = [];
  for await (const entry of pathTo(store, sessionId, from)) {
    assertNotAborted(signal);
    if (staying.has(entry.id)) return { ancestorId: entry.id, entries: entries.reverse() };
    entries.push(entry);
  }
  return { ancestorId: null, entries: entries.reverse() };
}

async function* pathTo(
  store: SessionStore,
  sessionId: string,
  id: string | null,
): AsyncIterable<Entry> {
  if (id !== null) yield* readPath(store, sessionId, id);
}
