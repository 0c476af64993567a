import type { MessageParam } from "@anthropic-ai/sdk/resources/messages";
import type { Message } from "@cutpoint/core";
import { fromUnits, toUnits } from "@cutpoint/host-kit";
import { anthropicCodec } from "@cutpoint/host-kit/http";

/**
 * Converts messages of the API without loss. Each tool result becomes a message.
 *
 * The original is kept in `adapterMetadata`.
 */
export function fromAnthropicMessages(messages: readonly MessageParam[]): readonly Message[] {
  return fromUnits(anthropicCodec.split(messages), anthropicCodec);
}

/**
 * Converts messages to those of the API. Messages of {@link fromAnthropicMessages} become what they were, except that
 * results in neighboring messages become one message, as the API expects.
 */
export function toAnthropicMessages(messages: readonly Message[]): MessageParam[] {
  return anthropicCodec.join(toUnits(messages, anthropicCodec)) as MessageParam[];
}
