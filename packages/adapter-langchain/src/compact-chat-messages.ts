import { compactMessages, type CompactMessagesOptions, type Message } from "@cutpoint/core";
import type { BaseMessage } from "@langchain/core/messages";
import { RunnableLambda } from "@langchain/core/runnables";
import { toLangChainMessage } from "./message/convert.ts";
import { hostItems } from "./message/items.ts";
import { endingOffline, type WithSummarizer } from "./summarizers.ts";

export type CompactChatMessagesOptions = WithSummarizer<
  Omit<CompactMessagesOptions, "budgetTokens">
> & {
  /** The most that the result may take, in tokens. */
  readonly maxTokens: number;
};

/**
 * Returns a conversation within `maxTokens`: a summary with the user's own words, then the newest messages. Calls stay
 * with their results. Unchanged messages are the same objects.
 *
 * Nothing is kept between two calls, so each call summarizes anew. Use the middleware or the chat history for a
 * conversation that continues.
 *
 * @throws `budget-too-small` if the system message and the last user message do not fit; `aborted`; `invalid-input`
 */
export async function compactChatMessages(
  messages: readonly BaseMessage[],
  { maxTokens, summarizer, ...options }: CompactChatMessagesOptions,
): Promise<BaseMessage[]> {
  const { items, own } = hostItems(messages);
  const given = items.map(({ message }) => message);
  const ownOf = new Map<Message, BaseMessage | undefined>(
    given.map((message, place) => [message, own[place]]),
  );
  const compacted = await compactMessages(given, {
    ...options,
    summarizer: endingOffline(summarizer),
    budgetTokens: maxTokens,
  });
  return compacted.messages.map((message) => ownOf.get(message) ?? toLangChainMessage(message));
}

/** Returns {@link compactChatMessages} as a step of a chain. */
export function createMessageCompactor(
  options: CompactChatMessagesOptions,
): RunnableLambda<BaseMessage[], BaseMessage[]> {
  return RunnableLambda.from(async (messages: BaseMessage[]) =>
    compactChatMessages(messages, options),
  );
}
