import { type Message, type Part, textOf, toolCalls } from "@cutpoint/core";
import type { ChatContentPart, ChatMessage } from "./chat-message.ts";

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

/** Builds a message of the provider from the parts of a message. */
export function toChatMessage(message: Message): ChatMessage {
  switch (message.role) {
    case "system":
      return { role: "system", content: textOf(message) };
    case "user":
      return originalMessage(message.parts) ?? { role: "user", content: contentOf(message.parts) };
    case "tool":
      return { role: "tool", tool_call_id: message.callId, content: contentOf(message.parts) };
    case "assistant": {
      const text = textOf(message);
      const calls = toolCalls(message).map((call) => ({
        id: call.callId,
        type: "function" as const,
        function: { name: call.name, arguments: call.arguments },
      }));
      return {
        role: "assistant",
        content: text === "" ? null : text,
        ...(calls.length === 0 ? {} : { tool_calls: calls }),
      };
    }
  }
}

/** A message of an unknown role is stored as a whole. */
function originalMessage(parts: readonly Part[]): ChatMessage | null {
  const [part] = parts;
  return part?.type === "other" && isChatMessage(part.value) ? part.value : null;
}

function contentOf(parts: readonly Part[]): string | readonly ChatContentPart[] {
  const texts = parts.filter((part) => part.type === "text");
  if (texts.length === parts.length) return texts.map(({ text }) => text).join("\n");
  return parts.flatMap((part): readonly ChatContentPart[] => {
    switch (part.type) {
      case "text":
        return [{ type: "text", text: part.text }];
      case "file":
        return [
          part.mediaType.startsWith("image/")
            ? { type: "image_url", image_url: { url: part.url } }
            : { type: "file", file: { file_data: part.url, filename: part.name ?? "file" } },
        ];
      case "other":
        return isContentPart(part.value) ? [part.value] : [];
      default:
        return [];
    }
  });
}

function isChatMessage(value: unknown): value is ChatMessage {
  return typeof value === "object" && value !== null && "role" in value;
}

function isContentPart(value: unknown): value is ChatContentPart {
  return typeof value === "object" && value !== null && "type" in value;
}
