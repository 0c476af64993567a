import type { Item, CompactionState, TokenUsage } from "@cutpoint/core";
import type { ChatMessage } from "./chat-message.ts";
import { toItems } from "./to-items.ts";

/**
 * All there is to know of a conversation, as JSON: what was said, which nothing ever takes away, and beside it Cutpoint's
 * state.
 */
export type ChatState = {
  readonly messages: readonly ChatMessage[];
  readonly compaction: CompactionState | null;
  /** What the newest answer took: the engine measures from it. */
  readonly lastUsage: {
    readonly itemId: string;
    readonly model: string;
    readonly usage: TokenUsage;
  } | null;
};

export function emptyChat(): ChatState {
  return { messages: [], compaction: null, lastUsage: null };
}

/** Where a conversation is kept. */
export interface ChatStorage {
  /** {@link emptyChat} where there is none yet. */
  load(): Promise<ChatState>;
  save(state: ChatState): Promise<void>;
}

/** The items of a conversation; the newest answer has its usage. */
export function chatItems({ messages, lastUsage }: ChatState): readonly Item[] {
  return toItems(messages).map((item) => {
    if (item.id !== lastUsage?.itemId || item.message.role !== "assistant") return item;
    const { model, usage } = lastUsage;
    return { ...item, message: { ...item.message, model, usage } };
  });
}
