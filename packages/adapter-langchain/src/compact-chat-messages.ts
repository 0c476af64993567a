import { compactMessages, type CompactMessagesOptions, type ViewWarning } from "@cutpoint/core";
import { invalidInput } from "@cutpoint/core/kit";
import type { BaseMessage } from "@langchain/core/messages";
import { RunnableLambda } from "@langchain/core/runnables";
import { type CompactionOptions, withOfflineFallback } from "@cutpoint/host-kit";
import { toLangChainMessage } from "./message/convert.ts";
import { unitFormat } from "./message/unit-format.ts";

export type CompactChatMessagesOptions = Omit<
  CompactMessagesOptions,
  "budgetTokens" | "summarizer"
> &
  Pick<CompactionOptions, "summarizer"> & {
    /** The size limit of the result, in tokens. */
    readonly maxTokens: number;
    /** Receives what was repaired, for example a missing tool result. */
    readonly onWarning?: (warning: ViewWarning) => void;
  };

/**
 * Returns a conversation of at most `maxTokens`.
 *
 * The result is a summary, which contains user text verbatim, and the newest messages. Calls stay with their results.
 * Unchanged messages are the same objects.
 *
 * No data is kept between two calls, so each call summarizes again. Use the middleware or the chat history for a
 * conversation that continues.
 *
 * @throws `budget-too-small` if the system message and the smallest summary do not fit
 * @throws `aborted` if the signal is aborted
 * @throws `invalid-input` if an option is not valid
 */
export async function compactChatMessages(
  messages: readonly BaseMessage[],
  options: CompactChatMessagesOptions,
): Promise<BaseMessage[]> {
  assertMaxTokens(options);
  const { maxTokens, onWarning, summarizer, ...rest } = options;
  const units = unitFormat.split(messages);
  const own = new Map(units.map((unit) => [unitFormat.toMessage(unit), unit.message]));
  const compacted = await compactMessages([...own.keys()], {
    ...rest,
    summarizer: withOfflineFallback(summarizer),
    budgetTokens: maxTokens,
  });
  for (const warning of compacted.warnings) onWarning?.(warning);
  return compacted.messages.map((message) => own.get(message) ?? toLangChainMessage(message));
}

/**
 * Creates a step of a chain that calls {@link compactChatMessages}.
 *
 * @throws `invalid-input` if `maxTokens` is not a positive number
 */
export function createMessageCompactor(
  options: CompactChatMessagesOptions,
): RunnableLambda<BaseMessage[], BaseMessage[]> {
  assertMaxTokens(options);
  return RunnableLambda.from(async (messages: BaseMessage[]) =>
    compactChatMessages(messages, options),
  );
}

function assertMaxTokens(options: CompactChatMessagesOptions | undefined): void {
  const maxTokens = options?.maxTokens;
  if (!Number.isFinite(maxTokens) || Number(maxTokens) <= 0)
    throw invalidInput("maxTokens", maxTokens, "expected a positive number of tokens");
}
