import type { StateStore } from "@cutpoint/session/store";

/** The id of the only conversation of a rig. */
export const CONVERSATION = "a conversation";

/** A state store for the rigs of adapters. */
export function createMemoryStates(): StateStore {
  const texts = new Map<string, string>();
  return {
    find: async (id) => texts.get(id) ?? null,
    save: async (id, text) => void texts.set(id, text),
    delete: async (id) => texts.delete(id),
    async *list() {
      for (const conversationId of texts.keys()) yield { conversationId, savedAt: 0 };
    },
  };
}
