import type { StateStore } from "@cutpoint/session/store";

/** Converts the texts of a state store, for example to encrypt them. The results have no NUL. */
export type StateCodec = {
  readonly encode: (text: string) => string | Promise<string>;
  readonly decode: (stored: string) => string | Promise<string>;
};

/**
 * Returns a state store whose texts are encoded, for example encrypted. Ids of conversations and times stay readable.
 *
 * If `decode` fails, a conversation is compacted anew, and its states are not replaced. Keep old keys until they are replaced or
 * deleted.
 */
export function encodeStates(store: StateStore, { decode, encode }: StateCodec): StateStore {
  return {
    async find(conversationId) {
      const stored = await store.find(conversationId);
      return stored === null ? null : decode(stored);
    },
    save: async (conversationId, text) => store.save(conversationId, await encode(text)),
    delete: (conversationId) => store.delete(conversationId),
    list: () => store.list(),
  };
}
