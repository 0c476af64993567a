import { invalidInput } from "@cutpoint/core/kit";
import { MEMORY_LIMITS } from "./memory-limits.ts";
import { createRecentMap } from "./recent-map.ts";

/**
 * Stores compaction states by id, for hosts that have no place for them. One state has several ids.
 *
 * An id is a hash of all messages up to one message, so an edited conversation has no state. To share states with other
 * processes, store them in a database as JSON.
 */
export interface StateStorage<Kept> {
  /** Returns the state of the first id that has one. Called with a few ids at a time, the newest first. */
  find(ids: readonly string[]): Kept | null | Promise<Kept | null>;
  /** Replaces the states of these ids. */
  save(ids: readonly string[], kept: Kept): void | Promise<void>;
}

/**
 * Creates a storage in memory, for this process. It keeps the states used last, of at most 12 million characters.
 *
 * @param options.limit the number of ids to remember. Default: 2,000.
 * @throws `invalid-input` if the limit is below 1
 */
export function createStateStorage<Kept>(
  options: { readonly limit?: number } = {},
): StateStorage<Kept> {
  const { entries, characters } = MEMORY_LIMITS.states;
  const { limit = entries } = options;
  if (!(limit >= 1)) throw invalidInput("limit", limit, "expected a number of ids, 1 or more");
  const states = createRecentMap<Kept>(
    { entries: limit, characters },
    (kept) => JSON.stringify(kept)?.length ?? 0,
  );
  return {
    find(ids) {
      for (const id of ids) {
        const kept = states.get(id);
        if (kept !== undefined) return kept;
      }
      return null;
    },
    save(ids, kept) {
      for (const id of ids) states.set(id, kept);
    },
  };
}

/** The number of newest ids to look up first. A conversation that continues has its state under one of them. */
const NEWEST_IDS = 16;

/** Finds the state of the newest id that has one. `ids` begins with the oldest. */
export async function findNewest<Kept>(
  storage: StateStorage<Kept>,
  ids: readonly string[],
): Promise<Kept | null> {
  const newestFirst = ids.toReversed();
  const found = await storage.find(newestFirst.slice(0, NEWEST_IDS));
  if (found !== null || newestFirst.length <= NEWEST_IDS) return found;
  return storage.find(newestFirst.slice(NEWEST_IDS));
}
