import { type CompactionState, isCutpointError } from "@cutpoint/core";
import { invalidInput } from "@cutpoint/core/kit";
import { readPath } from "../log/read-path.ts";
import type { EvictableStore, SessionStore } from "../store/contract.ts";
import { retryConflicts } from "../store/retry-conflicts.ts";

/**
 * What became of an eviction: `count` entries are gone, up to and including the entry `through`; or why none are.
 */
export type EvictCompactedResult =
  | { readonly type: "evicted"; readonly count: number; readonly through: string }
  | { readonly type: "unchanged"; readonly why: "nothing-to-evict" | "overtaken" };

const NOTHING_TO_EVICT = { type: "unchanged", why: "nothing-to-evict" } as const;

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
  return retryConflicts(async () => {
    const { head, state } = await stateInForce(store, sessionId);
    const evicted = await evictThrough(store, sessionId, head, state);
    return evicted.type === "unchanged" && evicted.why === "overtaken" ? undefined : evicted;
  });
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
