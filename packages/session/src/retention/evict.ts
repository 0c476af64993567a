import { type CompactionState, isCutpointError } from "@cutpoint/core";
import { invalidInput } from "@cutpoint/core/kit";
import type { LogState } from "../log/log-state.ts";
import { readPath } from "../log/read-path.ts";
import type { EvictableStore, SessionStore } from "../store/contract.ts";
import { retryConflicts } from "../store/retry-conflicts.ts";

/** The outcome of an eviction. `through` is the newest of the `count` evicted entries. */
export type EvictCompactedResult =
  | { readonly type: "evicted"; readonly count: number; readonly through: string }
  | { readonly type: "unchanged"; readonly why: "nothing-to-evict" | "overtaken" };

const NOTHING_TO_EVICT = { type: "unchanged", why: "nothing-to-evict" } as const;

/**
 * Evicts the compacted entries of all branches. The view does not change.
 *
 * Revert, search and navigation no longer reach evicted entries. Call it between turns, not within one.
 *
 * @throws `invalid-input` if the store cannot evict entries, `conflict` after 30 s of write conflicts
 */
export async function evictCompacted(
  store: SessionStore,
  sessionId: string,
): Promise<EvictCompactedResult> {
  assertEvictable(store);
  return retryConflicts(async () => {
    const { head, state } = await readNewestState(store, sessionId);
    return evictThrough(store, sessionId, head, state);
  });
}

/** Evicts the entries compacted by a state. Called between turns, while the session writes nothing else. */
export type Evict = (state: LogState) => Promise<void>;

/**
 * Creates the eviction of a session, which evicts once for each state.
 *
 * @throws `invalid-input` if the store cannot evict entries
 */
export function createEviction(store: SessionStore, sessionId: string): Evict {
  assertEvictable(store);
  const evictable: EvictableStore = store;
  let evictedThrough: string | null = null;
  return async ({ head, history }) => {
    const through = history.state?.compactedThrough ?? null;
    if (through === evictedThrough) return;
    try {
      const result = await evictThrough(evictable, sessionId, head, history.state);
      if (result !== undefined) evictedThrough = through;
    } catch {
      // A failed eviction must not reject a message. The next turn and the disposal try again; the disposal throws.
    }
  };
}

/** Evicts the entries compacted by a state; `undefined` if the head is not the expected one. */
async function evictThrough(
  store: EvictableStore,
  sessionId: string,
  expectedHead: string | null,
  state: CompactionState | null,
): Promise<EvictCompactedResult | undefined> {
  const through = state?.compactedThrough ?? null;
  if (expectedHead === null || through === null) return NOTHING_TO_EVICT;
  try {
    const result = await store.evict(sessionId, { through, expectedHead });
    if (result.type === "conflict") return undefined;
    const { count } = result;
    return count === 0 ? NOTHING_TO_EVICT : { type: "evicted", count, through };
  } catch (error) {
    // After a navigation or a revert, the boundary of an older state may already be evicted.
    if (isCutpointError(error, "unknown-entry")) return NOTHING_TO_EVICT;
    throw error;
  }
}

/** @throws `invalid-input` if the store cannot evict entries */
function assertEvictable(store: SessionStore): asserts store is EvictableStore {
  if ("evict" in store && typeof store.evict === "function") return;
  throw invalidInput("store", "a store without evict", "expected an EvictableStore");
}

async function readNewestState(
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
