import { readPath } from "../log/seek-path.ts";
import type { EvictableStore, SessionStore } from "../log/store.ts";
import { invalidInput, isCutpointError } from "../model/error.ts";
import type { CompactionState } from "../model/mark.ts";

/**
 * What became of an eviction: `count` entries are gone, up to and including the entry `through`; or why none are.
 */
export type EvictCompactedResult =
  | { readonly type: "evicted"; readonly count: number; readonly through: string }
  | { readonly type: "unchanged"; readonly why: "nothing-to-evict" | "overtaken" };

const NOTHING_TO_EVICT = { type: "unchanged", why: "nothing-to-evict" } as const;

/** How often to look again where another writer was faster. */
const MAX_RACES = 4;

/**
 * Lets go of what the state in force has covered: the entries up to its boundary, of all branches. The view stays as it
 * is, byte for byte; reverting to an older state, search and navigation reach back no further than that from now on.
 *
 * To be called at the end of a turn or when a session is closed, never within a turn.
 *
 * @throws `invalid-input` where the store keeps everything
 */
export async function evictCompacted(
  store: SessionStore,
  sessionId: string,
): Promise<EvictCompactedResult> {
  assertEvictable(store);
  for (let race = 0; race < MAX_RACES; race += 1) {
    const { head, state } = await stateInForce(store, sessionId);
    const evicted = await evictThrough(store, sessionId, head, state);
    if (evicted.type === "evicted" || evicted.why !== "overtaken") return evicted;
  }
  return { type: "unchanged", why: "overtaken" };
}

/** Lets go of what a state has covered, where the head is still the expected one. */
export async function evictThrough(
  store: EvictableStore,
  sessionId: string,
  expectedHead: string | null,
  state: CompactionState | null,
): Promise<EvictCompactedResult> {
  const through = state?.compactedThrough ?? null;
  if (expectedHead === null || through === null) return NOTHING_TO_EVICT;
  try {
    const result = await store.evict(sessionId, { through, expectedHead });
    if (result.type === "conflict") return { type: "unchanged", why: "overtaken" };
    return result.count === 0
      ? NOTHING_TO_EVICT
      : { type: "evicted", count: result.count, through };
  } catch (error) {
    // Where a state of before an eviction is in force again, its boundary is gone.
    if (isCutpointError(error, "unknown-entry")) return NOTHING_TO_EVICT;
    throw error;
  }
}

/**
 * @throws `invalid-input` where the store keeps everything
 */
export function assertEvictable(store: SessionStore): asserts store is EvictableStore {
  if ("evict" in store && typeof store.evict === "function") return;
  throw invalidInput("store", "a store without evict", "retention needs one that can evict");
}

async function stateInForce(
  store: SessionStore,
  sessionId: string,
): Promise<{ readonly head: string | null; readonly state: CompactionState | null }> {
  let head: string | null = null;
  for await (const entry of readPath(store, sessionId)) {
    head ??= entry.id;
    if (entry.type === "compaction") return { head, state: entry.state };
  }
  return { head, state: null };
}
