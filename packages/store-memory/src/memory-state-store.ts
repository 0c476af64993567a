import type { StateStore } from "@cutpoint/session/store";

/** Creates a state store in memory, for tests and for adapters of one process. It ends with the process. */
export function createMemoryStateStore(): StateStore {
  const texts = new Map<string, { readonly text: string; readonly savedAt: number }>();
  return {
    find: async (conversationId) => texts.get(conversationId)?.text ?? null,
    async save(conversationId, text) {
      texts.set(conversationId, { text, savedAt: Date.now() });
    },
    delete: async (conversationId) => texts.delete(conversationId),
    async *list() {
      for (const [conversationId, { savedAt }] of texts) yield { conversationId, savedAt };
    },
  };
}
