import type { Item } from "@cutpoint/core";
import { MEMORY_LIMITS } from "./memory-limits.ts";
import { createRecentMap } from "./recent-map.ts";
import { findNewest, type StateStorage } from "./state-storage.ts";

/**
 * Finds the state of a conversation. See {@link createStateFinder}.
 *
 * @param answerKeys returns the keys of answers. The newest is the last.
 */
export type StateFinder<Kept> = (
  items: readonly Item[],
  answerKeys: () => readonly string[],
) => Promise<Kept | null>;

/** The number of newest items to look up in a conversation that was searched before. */
const NEWEST_ITEMS = 16;

/**
 * Creates a finder. It finds the state of the newest item that has one, otherwise that of an answer to a compacted
 * request. With the latter, the compactor can report a lost boundary.
 *
 * If a conversation continues, only its newest items are looked up, and the item whose state was found before.
 *
 * @param compactedThrough returns the id of the newest compacted item of a state
 */
export function createStateFinder<Kept>(
  storage: StateStorage<Kept>,
  compactedThrough: (kept: Kept) => string | null,
): StateFinder<Kept> {
  /** The end of the compacted part by the last item of a search; empty if no state was found. */
  const searches = createRecentMap<string>(MEMORY_LIMITS.searches, ({ length }) => length);
  return async (items, answerKeys) => {
    const continued = await findContinued(items);
    const found =
      continued === undefined
        ? ((await findNewest(storage, idsOf(items))) ?? (await findNewest(storage, answerKeys())))
        : continued;
    const last = items.at(-1)?.id;
    const through = found === null ? "" : compactedThrough(found);
    if (last !== undefined && through !== null) searches.set(last, through);
    return found;
  };

  /** Returns `undefined` if all items must be looked up. */
  async function findContinued(items: readonly Item[]): Promise<Kept | null | undefined> {
    const last = items.findLastIndex(({ id }) => searches.get(id) !== undefined);
    if (last === -1 || countAnswers(items.slice(last + 1)) > 1) return undefined;
    const through = searches.get(items[last]?.id ?? "") ?? "";
    // The state of the request before is stored under its last item.
    const ids = idsOf(items.slice(Math.max(0, Math.min(last, items.length - NEWEST_ITEMS))));
    const found = await findNewest(storage, through === "" ? ids : [through, ...ids]);
    return found === null && through !== "" ? undefined : found;
  }
}

/** A request that continues another one adds one answer. If it adds more, older messages have changed. */
function countAnswers(items: readonly Item[]): number {
  const isAnswer = (item: Item | undefined): boolean => item?.message.role === "assistant";
  return items.filter((item, index) => isAnswer(item) && !isAnswer(items[index - 1])).length;
}

function idsOf(items: readonly Item[]): readonly string[] {
  return items.map(({ id }) => id);
}
