import type { Message } from "@cutpoint/core";
import type { UnitFormat } from "@cutpoint/host-kit";
import {
  chatCodec,
  type ChatMessage,
  createWireRecallTool,
  type RecallTool,
  type RecallToolOptions,
  responsesCodec,
  type ResponsesItem,
  type WireRecallSource,
} from "@cutpoint/host-kit/http";

/** Messages of Chat Completions, or items of Responses. */
type Source = WireRecallSource<object>;

/**
 * Creates a tool `recall` that searches compacted messages.
 *
 * @param sources a function that returns the messages of Chat Completions or the items of Responses, oldest first, or a
 * session of `openSession`
 * @throws `invalid-input` if a source cannot be searched, or `maxTokens` is not a positive integer
 */
export function createRecallTool(
  sources: Source | readonly Source[],
  options?: RecallToolOptions,
): RecallTool {
  return createWireRecallTool(sources, anyFormat, options);
}

/** Reads messages of Chat Completions or items of Responses. */
export const anyFormat: Pick<UnitFormat<Message, object>, "split" | "toMessage"> = {
  split: toMessages,
  toMessage: (message) => message,
};

/** Only items of Responses have a type. */
function toMessages(messages: readonly object[]): readonly Message[] {
  return messages.some((message) => "type" in message)
    ? responsesCodec
        .split(messages as readonly ResponsesItem[])
        .map((unit) => responsesCodec.toMessage(unit))
    : chatCodec.split(messages as readonly ChatMessage[]).map((unit) => chatCodec.toMessage(unit));
}
