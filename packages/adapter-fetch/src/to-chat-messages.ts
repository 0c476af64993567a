import type { Message } from "@cutpoint/core";
import { type ChatMessage, isChatMessage, toChatMessage } from "@cutpoint/host-kit";

/** Converts messages back to those of the provider. Messages of other hosts are built from their parts. */
export function toChatMessages(messages: readonly Message[]): readonly ChatMessage[] {
  return messages.map((message) =>
    isChatMessage(message.adapterMetadata) ? message.adapterMetadata : toChatMessage(message),
  );
}

/** Returns whether a message has content. An answer can be empty after its parts were removed. */
export function hasContent({ role, content, tool_calls: calls, ...more }: ChatMessage): boolean {
  return (
    role !== "assistant" || content !== null || calls !== undefined || Object.keys(more).length > 0
  );
}
