import type { Item } from "@cutpoint/core";
import type { StateStore } from "@cutpoint/session/store";
import { MEMORY_LIMITS } from "../memory-limits.ts";
import { createRecentMap } from "../recent-map.ts";
import type { KeptState } from "./kept-state.ts";
import { readRecord, writeRecord } from "./state-record.ts";

/** A conversation, as its next request shows it. */
export type Conversation = {
  readonly items: readonly Item[];
  /** `null` if the app has not named it. */
  readonly id: string | null;
};

/** The states of an adapter's conversations. */
export type ConversationStates<HostMessage> = {
  /**
   * Returns the state whose compacted messages are those of the conversation; otherwise the newest one, so that the
   * compactor reports the difference. If the store fails, those in memory are searched.
   */
  readonly find: (conversation: Conversation) => Promise<KeptState<HostMessage> | null>;
  /**
   * Returns whether the state is stored, not only in memory. A state whose predecessor was deleted meanwhile is not
   * stored again. If the store fails, the state is in memory until it is saved again.
   *
   * @param before the state that `find` returned
   * @throws the error of the store
   */
  readonly save: (
    conversation: Conversation,
    kept: KeptState<HostMessage>,
    before?: KeptState<HostMessage> | null,
  ) => Promise<boolean>;
  /** Returns whether the store failed when a state was saved. */
  readonly isUnsaved: (kept: KeptState<HostMessage>) => boolean;
};

/** The states of a conversation to store: of its newest messages, and of messages that the user may return to. */
const MAX_STATES = 3;

type Known<HostMessage> = {
  readonly states: readonly KeptState<HostMessage>[];
  readonly characters: number;
  /** The text in the store: the one that they were read from, or an older one if they are unsaved. */
  readonly text: string | null;
};

/**
 * Creates the states of an adapter. Those of named conversations are in the app's store. Others are in memory, by the
 * ids of items: an id is a hash of all messages up to it, so an edited conversation has no state.
 *
 * @param onFailure receives the error of a store that fails to find states
 */
export function createConversationStates<HostMessage>(
  store: StateStore | undefined,
  onFailure: (conversationId: string, error: unknown) => void,
): ConversationStates<HostMessage> {
  const known = createRecentMap<Known<HostMessage>>(
    MEMORY_LIMITS.states,
    ({ characters }) => characters,
  );
  const unsaved = new WeakSet<KeptState<HostMessage>>();
  return {
    async find({ id, items }) {
      if (store === undefined || id === null) return findInMemory(items);
      const states = await readIfPossible(store, id);
      const places = states.map((kept) => placeOf(items, kept));
      const best = Math.max(...places);
      return states[best === LOST ? 0 : places.indexOf(best)] ?? null;
    },
    isUnsaved: (kept) => unsaved.has(kept),
    async save({ id, items }, kept, before = null) {
      if (store === undefined || id === null) {
        const entry = { states: [kept], characters: JSON.stringify(kept).length, text: null };
        for (const key of keysOf(items, kept)) known.set(key, entry);
        return false;
      }
      try {
        const stored = statesIn(await store.find(id), id);
        const isDeleted = stored.length === 0 && before !== null;
        if (isDeleted && !unsaved.has(before)) return true;
        const states = newest(kept, stored);
        const text = writeRecord(states);
        await store.save(id, text);
        unsaved.delete(kept);
        known.set(storeKey(id), { states, characters: text.length, text });
        return true;
      } catch (error) {
        const { states: others = [], text = null } = known.get(storeKey(id)) ?? {};
        const states = newest(kept, others);
        const characters = writeRecord(states).length;
        unsaved.add(kept);
        known.set(storeKey(id), { states, characters, text });
        throw error;
      }
    },
  };

  function findInMemory(items: readonly Item[]): KeptState<HostMessage> | null {
    for (let place = items.length - 1; place >= 0; place -= 1) {
      const [kept] = known.get(items[place]?.id ?? "")?.states ?? [];
      if (kept !== undefined) return kept;
    }
    return null;
  }

  async function readIfPossible(
    from: StateStore,
    id: string,
  ): Promise<readonly KeptState<HostMessage>[]> {
    let text: string | null;
    try {
      text = await from.find(id);
    } catch (error) {
      onFailure(id, error);
      return known.get(storeKey(id))?.states ?? [];
    }
    return statesIn(text, id);
  }

  /** Returns the same objects for the same text, because the compactor remembers what it has computed of a state. */
  function statesIn(text: string | null, id: string): readonly KeptState<HostMessage>[] {
    const before = known.get(storeKey(id));
    if (before !== undefined && before.text === text) return before.states;
    if (text === null) return [];
    const states = readRecord<HostMessage>(text, id);
    known.set(storeKey(id), { states, characters: text.length, text });
    return states;
  }
}

/** Returns a state and the others of its conversation: one for each compacted end. */
function newest<Kept extends KeptState>(kept: Kept, others: readonly Kept[]): readonly Kept[] {
  const isOther = ({ state: { compactedThrough } }: Kept): boolean =>
    compactedThrough !== null && compactedThrough !== kept.state.compactedThrough;
  return [kept, ...others.filter(isOther)].slice(0, MAX_STATES);
}

/** Ids of items are hashes or ids of the host, without a space at the start. */
function storeKey(id: string): string {
  return ` ${id}`;
}

/** The place of a state whose compacted messages are not those of the conversation. */
const LOST = -2;

/** Returns the position of the newest compacted item; -1 if nothing was compacted. */
function placeOf(items: readonly Item[], { state: { compactedThrough } }: KeptState): number {
  if (compactedThrough === null) return -1;
  const place = items.findLastIndex(({ id }) => id === compactedThrough);
  return place === -1 ? LOST : place;
}

/**
 * Returns the ids that find a state again: that of the last item, and one that is still there if the app drops a
 * question that was not answered.
 */
function keysOf(
  items: readonly Item[],
  { state: { compactedThrough } }: KeptState,
): readonly string[] {
  const answer = items.findLast(({ message }) => message.role === "assistant");
  const ids = [compactedThrough ?? answer?.id, items.at(-1)?.id];
  return ids.filter((id) => id !== undefined);
}
