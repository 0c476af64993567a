import { createRecentMap, findNewest } from "@cutpoint/host-kit";
import type { AgentInputItem } from "@openai/agents-core";
import type { HostItems } from "../items/host-items.ts";
import { nonEmptyText } from "../items/json.ts";
import { projectionOf } from "../items/projection.ts";
import type { KeptState, StateStorage } from "./state-storage.ts";

/** Finds the state of a conversation. See {@link createStateFinder}. */
export type StateFinder = (host: HostItems) => Promise<KeptState | null>;

/** The number of conversations whose search is remembered. */
const MAX_SEARCHES = 256;
/** The number of newest items to look up in a conversation that was searched before. */
const NEWEST_ITEMS = 16;

/**
 * Creates a finder. It finds the state of the newest item that has one, otherwise that of an answer to a compacted
 * request. With the latter, the compactor can report a lost boundary.
 *
 * If a conversation continues, only its newest items are looked up, and the item whose state was found before.
 */
export function createStateFinder(stateStorage: StateStorage): StateFinder {
  /** The end of the compacted part by the last item of a search; empty if no state was found. */
  const searches = createRecentMap<string>(MAX_SEARCHES);

  async function findContinued({ items }: HostItems): Promise<KeptState | null | undefined> {
    const last = items.findLastIndex(({ id }) => searches.get(id) !== undefined);
    if (last === -1) return undefined;
    const through = searches.get(items[last]?.id ?? "") ?? "";
    const newest = items.slice(Math.min(last + 1, Math.max(0, items.length - NEWEST_ITEMS)));
    const ids = newest.map(({ id }) => id);
    const found = await findNewest(stateStorage, through === "" ? ids : [through, ...ids]);
    return found === null && through !== "" ? undefined : found;
  }

  return async (host) => {
    const { items } = host;
    const continued = await findContinued(host);
    const found =
      continued === undefined
        ? ((await findNewest(
            stateStorage,
            items.map(({ id }) => id),
          )) ?? (await stateStorage.find(answerIds(answersOf(host)).toReversed())))
        : continued;
    const last = items.at(-1)?.id;
    const through = found === null ? "" : found.state.compactedThrough;
    if (last !== undefined && through !== null) searches.set(last, through);
    return found;
  };
}

function answersOf({ input, items }: HostItems): readonly AgentInputItem[] {
  return input.filter((_own, place) => items[place]?.message.role === "assistant");
}

/** Returns the ids of answers. Providers that create no ids use `FAKE_ID`, which is ignored. */
export function answerIds(items: readonly AgentInputItem[]): readonly string[] {
  return items.flatMap((item) => {
    const id = nonEmptyText(item.id) ?? ("callId" in item ? nonEmptyText(item.callId) : undefined);
    const isAnswer = projectionOf(item).role === "assistant";
    return id === undefined || id === "FAKE_ID" || !isAnswer ? [] : [`answer ${id}`];
  });
}
