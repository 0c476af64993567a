import { seekPath } from "../log/seek-path.ts";
import type { EvictableStore, SessionStore } from "../log/store.ts";
import type { CompactionEntry } from "../model/entry.ts";
import { invalidInput, isCutpointError } from "../model/error.ts";

/**
 * What became of an eviction: `count` entries are gone, up to and including the entry `through`; or why none are.
 */
export type Evicted =
  | { readonly type: "evicted"; readonly count: number; readonly through: string }
  | { readonly type: "unchanged"; readonly why: "nothing-covered" | "overtaken" };

/** How often to look again where another writer was faster. */
const MAX_RACES = 4;

/**
 * Lets go of what the mark in force has covered: the entries up to its boundary, of all branches. The view stays as it
 * is, byte for byte; reverting to an older mark, search and navigation reach back no further than that from now on.
 *
 * To be called at the end of a turn or when a session is closed, never within a turn.
 *
 * @throws `invalid-input` where the store keeps everything
 */
export async function evictCovered(store: SessionStore, sessionId: string): Promise<Evicted> {
  requireEvictable(store);
  for (let race = 0; race < MAX_RACES; race += 1) {
    const { head, mark } = await markInForce(store, sessionId);
    const through = mark?.coveredThrough ?? null;
    if (head === null || through === null) return { type: "unchanged", why: "nothing-covered" };
    if (!(await isStored(store, sessionId, through)))
      return { type: "unchanged", why: "nothing-covered" };
    const result = await store.evict(sessionId, { through, expectedHead: head });
    if (result.type === "evicted")
      return result.count === 0
        ? { type: "unchanged", why: "nothing-covered" }
        : { type: "evicted", count: result.count, through };
  }
  return { type: "unchanged", why: "overtaken" };
}

/** Not, where a mark of before an eviction is in force again. */
async function isStored(store: SessionStore, sessionId: string, id: string): Promise<boolean> {
  try {
    for await (const entry of store.read(sessionId, { from: id })) return entry.id === id;
  } catch (error) {
    if (!isCutpointError(error, "unknown-entry")) throw error;
  }
  return false;
}

/**
 * @throws `invalid-input` where the store keeps everything
 */
export function requireEvictable(store: SessionStore): asserts store is EvictableStore {
  if ("evict" in store && typeof store.evict === "function") return;
  throw invalidInput("store", "a store without evict", "retention needs one that can evict");
}

async function markInForce(
  store: SessionStore,
  sessionId: string,
): Promise<{ readonly head: string | null; readonly mark: CompactionEntry["mark"] | null }> {
  let head: string | null = null;
  for await (const entry of seekPath(store, sessionId)) {
    head ??= entry.id;
    if (entry.type === "compaction") return { head, mark: entry.mark };
  }
  return { head, mark: null };
}
