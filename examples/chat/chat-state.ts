import type { Item, CompactionState, TokenUsage } from "@cutpoint/core";
import type { ChatMessage } from "@cutpoint/host-kit/http";
import { toItems } from "./messages.ts";

/** The state of a conversation as JSON: all messages, and the compaction state. */
export type ChatState = {
  readonly messages: readonly ChatMessage[];
  readonly compaction: CompactionState | null;
  /** The usage of the newest answer, which measures the context. */
  readonly lastUsage: {
    readonly itemId: string;
    readonly model: string;
    readonly usage: TokenUsage;
  } | null;
};

/** Returns the state of a new conversation. */
export function emptyChat(): ChatState {
  return { messages: [], compaction: null, lastUsage: null };
}

/** Stores the state of one conversation. */
export interface ChatStorage {
  /** Returns the stored state, or {@link emptyChat} if there is none. */
  load(): Promise<ChatState>;
  save(state: ChatState): Promise<void>;
}

/** Returns the items of a conversation. The newest answer has its usage. */
export function chatItems({ messages, lastUsage }: ChatState): readonly Item[] {
  return toItems(messages).map((item) => {
    if (item.id !== lastUsage?.itemId || item.message.role !== "assistant") return item;
    const { model, usage } = lastUsage;
    return { ...item, message: { ...item.message, model, usage } };
  });
}
