import { compactMessages, type CompactMessagesOptions, type Message } from "@cutpoint/core";
import type { BaseMessage } from "@langchain/core/messages";
import { RunnableLambda } from "@langchain/core/runnables";
import { toLangChainMessage } from "./message/convert.ts";
import { hostItems } from "./message/items.ts";

export type CompactChatMessagesOptions = Omit<CompactMessagesOptions, "budgetTokens"> & {
  /** The most that the result may take, in tokens. */
  readonly maxTokens: number;
};

/**
 * What `trimMessages` is asked for, without forgetting: at most `maxTokens`, the newest messages as they are, before them
 * a summary with the human's own words; calls and results are never parted. Untouched messages are the same objects.
 *
 * Nothing is kept between two calls: a conversation that is trimmed again and again is summarized again and again. Use
 * the middleware or the chat history for one.
 *
 * @throws what `compactMessages` of `@cutpoint/core` throws; the messages are never given back too large
 */
export async function compactChatMessages(
  messages: readonly BaseMessage[],
  { maxTokens, ...options }: CompactChatMessagesOptions,
): Promise<BaseMessage[]> {
  const { items, sources } = hostItems(messages);
  const own = new Map<Message, BaseMessage>(
    items.flatMap(({ id, message }) => {
      const source = sources.get(id);
      return source === undefined ? [] : [[message, source.own] as const];
    }),
  );
  const compacted = await compactMessages(
    items.map(({ message }) => message),
    { ...options, budgetTokens: maxTokens },
  );
  return compacted.messages.map((message) => own.get(message) ?? toLangChainMessage(message));
}

/** {@link compactChatMessages} as a step of a chain. */
export function createMessageCompactor(
  options: CompactChatMessagesOptions,
): RunnableLambda<BaseMessage[], BaseMessage[]> {
  return RunnableLambda.from(async (messages: BaseMessage[]) =>
    compactChatMessages(messages, options),
  );
}
