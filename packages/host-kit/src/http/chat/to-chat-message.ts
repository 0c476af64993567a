import { type Message, type Part, textOf } from "@cutpoint/core";
import type { ChatContentPart, ChatMessage, ChatToolCall } from "./chat-message.ts";
import { originalPlaces } from "../../original-places.ts";
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
      const calls = callsOf(message, original);
      return {
        role: "assistant",
        ...own,
        ...answerContent(message, original),
        ...(calls.length === 0 ? {} : { tool_calls: calls }),
      };
    }
  }
}

/** The content of an answer stays as it is if only its calls changed. */
function answerContent(
  message: Message,
  original: OriginalUnit<ChatMessage> | undefined,
): Pick<ChatMessage, "content"> {
  const rest = message.parts.filter(isContent);
  const before = original?.parts.filter(isContent);
  const isKept = before?.length === rest.length && rest.every((part, at) => part === before[at]);
  const text = textOf(message);
  return isKept ? {} : { content: text === "" ? null : text };
}

function isContent(part: Part): boolean {
  return part.type !== "tool-call" && !(part.type === "other" && part.kind === "tool-call");
}

/** Calls keep all fields but the id, such as the signatures of Gemini. */
function callsOf(
  { parts }: Message,
  original: OriginalUnit<ChatMessage> | undefined,
): readonly ChatToolCall[] {
  const own = original?.unit.tool_calls ?? [];
  const first = (original?.parts.length ?? 0) - own.length;
  const places = originalPlaces(parts, original?.parts ?? []);
  return parts.flatMap((part) => {
    const call = own[(places.get(part) ?? -1) - first];
    if (part.type !== "tool-call") return call === undefined || isContent(part) ? [] : [call];
    const { arguments: written, callId: id, name } = part;
    return call === undefined
      ? [{ id, type: "function" as const, function: { name, arguments: written } }]
      : [{ ...call, id }];
  });
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
  const places = originalPlaces(parts, original?.parts ?? []);
  return parts.flatMap((part) => own[places.get(part) ?? -1] ?? newContent(part));
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
