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
  const read = hostItems(messages);
  const said = read.items.map(({ message }) => message);
  const own = new Map<Message, BaseMessage | undefined>(
    said.map((message, place) => [message, read.own[place]]),
  );
  const compacted = await compactMessages(said, { ...options, budgetTokens: maxTokens });
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
