import { type Message, type Part, textOf, toolCalls } from "@cutpoint/core";
import type { ChatContentPart, ChatMessage, ChatToolCall } from "./chat-message.ts";
import type { OriginalUnit } from "../../unit-format.ts";

/**
 * Converts a message to one of Chat Completions.
 *
 * @param original the message that it was made from: its unchanged parts and calls are kept with all their fields
 */
export function toChatMessage(message: Message, original?: OriginalUnit<ChatMessage>): ChatMessage {
  const { tool_calls: _calls, ...own } = original?.unit ?? {};
  switch (message.role) {
    case "system":
      return { role: "system", ...own, content: textOf(message) };
    case "user":
      return (
        originalMessage(message.parts) ?? {
          role: "user",
          ...own,
          content: contentOf(message.parts, original),
        }
      );
    case "tool": {
      const content = contentOf(message.parts, original);
      return { role: "tool", ...own, tool_call_id: message.callId, content };
    }
    case "assistant": {
      const text = textOf(message);
      const calls = callsOf(message, original);
      return {
        role: "assistant",
        ...own,
        content: text === "" ? null : text,
        ...(calls.length === 0 ? {} : { tool_calls: calls }),
      };
    }
  }
}

function callsOf(
  message: Message,
  original: OriginalUnit<ChatMessage> | undefined,
): readonly ChatToolCall[] {
  const before = original?.parts.filter(({ type }) => type === "tool-call") ?? [];
  return toolCalls(message).map(
    (call) =>
      original?.unit.tool_calls?.[before.indexOf(call)] ?? {
        id: call.callId,
        type: "function",
        function: { name: call.name, arguments: call.arguments },
      },
  );
}

/** A message of an unknown role is stored as a whole. */
function originalMessage(parts: readonly Part[]): ChatMessage | null {
  const [part] = parts;
  return part?.type === "other" && isChatMessage(part.value) ? part.value : null;
}

export function isChatMessage(value: unknown): value is ChatMessage {
  return typeof value === "object" && value !== null && "role" in value;
}

function contentOf(
  parts: readonly Part[],
  original: OriginalUnit<ChatMessage> | undefined,
): string | readonly ChatContentPart[] {
  const texts = parts.filter((part) => part.type === "text");
  if (texts.length === parts.length) return texts.map(({ text }) => text).join("\n");
  const content = original?.unit.content;
  const own = Array.isArray(content) ? (content as readonly ChatContentPart[]) : [];
  return parts.flatMap((part) => own[original?.parts.indexOf(part) ?? -1] ?? newContent(part));
}

function newContent(part: Part): readonly ChatContentPart[] {
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
}

function isContentPart(value: unknown): value is ChatContentPart {
  return typeof value === "object" && value !== null && "type" in value;
}
