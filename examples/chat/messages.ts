import type { Item, Message } from "@cutpoint/core";
import { fingerprint, fromUnits, toUnits } from "@cutpoint/host-kit";
import { chatCodec, type ChatMessage } from "@cutpoint/host-kit/http";

/**
 * Converts the messages of a conversation to items, one for each.
 *
 * An id is a hash of the message and all messages before it, so an id that occurs again proves that nothing before it
 * was changed.
 */
export function toItems(messages: readonly ChatMessage[]): readonly Item[] {
  const units = chatCodec.split(messages);
  let id = "";
  return fromUnits(units, chatCodec).map((message, place) => {
    id = fingerprint(`${id}\n${JSON.stringify(units[place])}`);
    return { id, message };
  });
}

/** Converts messages back. Those of {@link toItems} become what they were, except for what a view changed. */
export function toChatMessages(messages: readonly Message[]): readonly ChatMessage[] {
  return chatCodec.join(toUnits(messages, chatCodec));
}

/** Returns whether a message has content. An answer can be empty after its parts were removed. */
export function hasContent({ role, content, tool_calls: calls, ...more }: ChatMessage): boolean {
  return (
    role !== "assistant" || content !== null || calls !== undefined || Object.keys(more).length > 0
  );
}
