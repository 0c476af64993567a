import { type Message, type Part, textOf, toolCalls } from "@cutpoint/core";
import type { ChatContentPart, ChatMessage } from "./chat-message.ts";

/** The messages of the provider that Cutpoint's were made of, or that are made of them. */
export function toChatMessages(messages: readonly Message[]): readonly ChatMessage[] {
  return messages.map((message) =>
    isChatMessage(message.adapterMetadata) ? message.adapterMetadata : toChatMessage(message),
  );
}

/** Whether a message says anything: an answer that nothing is left of does not. */
export function isSaying({ role, content, tool_calls: calls, ...more }: ChatMessage): boolean {
  return (
    role !== "assistant" || content !== null || calls !== undefined || Object.keys(more).length > 0
  );
}

/** A message written from its parts alone. */
export function toChatMessage(message: Message): ChatMessage {
  switch (message.role) {
    case "system":
      return { role: "system", content: textOf(message) };
    case "user":
      return wholeMessage(message.parts) ?? { role: "user", content: contentOf(message.parts) };
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

/** What was a message of an unknown role is one again. */
function wholeMessage(parts: readonly Part[]): ChatMessage | null {
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
