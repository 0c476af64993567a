import type { StateStore } from "@cutpoint/session/store";

/**
 * Deletes the states of conversations that were last saved before a time. Returns how many. A conversation that
 * continues is compacted anew.
 *
 * @param before in ms since the epoch
 */
export async function expireStates(store: StateStore, before: number): Promise<number> {
  let count = 0;
  for (const { conversationId, savedAt } of await Array.fromAsync(store.list()))
    if (savedAt < before && (await store.delete(conversationId))) count += 1;
  return count;
}
