import { seekPath } from "../log/seek-path.ts";
import type { EvictableStore, SessionStore } from "../log/store.ts";
import { invalidInput, isCutpointError } from "../model/error.ts";
import type { Mark } from "../model/mark.ts";

/**
 * What became of an eviction: `count` entries are gone, up to and including the entry `through`; or why none are.
 */
export type Evicted =
  | { readonly type: "evicted"; readonly count: number; readonly through: string }
  | { readonly type: "unchanged"; readonly why: "nothing-covered" | "overtaken" };

const NOTHING_COVERED = { type: "unchanged", why: "nothing-covered" } as const;

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
    const evicted = await evictThrough(store, sessionId, head, mark);
    if (evicted.type === "evicted" || evicted.why !== "overtaken") return evicted;
  }
  return { type: "unchanged", why: "overtaken" };
}

/** Lets go of what a mark has covered, where the head is still the expected one. */
export async function evictThrough(
  store: EvictableStore,
  sessionId: string,
  expectedHead: string | null,
  mark: Mark | null,
): Promise<Evicted> {
  const through = mark?.coveredThrough ?? null;
  if (expectedHead === null || through === null) return NOTHING_COVERED;
  try {
    const result = await store.evict(sessionId, { through, expectedHead });
    if (result.type === "conflict") return { type: "unchanged", why: "overtaken" };
    return result.count === 0 ? NOTHING_COVERED : { type: "evicted", count: result.count, through };
  } catch (error) {
    // Where a mark of before an eviction is in force again, its boundary is gone.
    if (isCutpointError(error, "unknown-entry")) return NOTHING_COVERED;
    throw error;
  }
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
): Promise<{ readonly head: string | null; readonly mark: Mark | null }> {
  let head: string | null = null;
  for await (const entry of seekPath(store, sessionId)) {
    head ??= entry.id;
    if (entry.type === "compaction") return { head, mark: entry.mark };
  }
  return { head, mark: null };
}
