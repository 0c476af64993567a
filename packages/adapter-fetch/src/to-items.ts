import { hash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { FilePart, Item, Message, OtherPart, TextPart } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import type { ChatContentPart, ChatMessage } from "./chat-message.ts";
import { toChatMessage } from "./to-chat-messages.ts";

/**
 * Converts the messages of a conversation to items, one for each.
 *
 * An id is a hash of the message and all messages before it, so an id that occurs again proves that nothing before it
 * was changed.
 */
export function toItems(messages: readonly ChatMessage[]): readonly Item[] {
  const toolNames = new Map<string, string>();
  let id = "";
  return messages.map((message) => {
    for (const call of message.tool_calls ?? []) toolNames.set(call.id, call.function.name);
    id = hash("sha256", `${id}\n${JSON.stringify(message)}`).slice(0, 32);
    return { id, message: withOriginal(message, toMessage(message, toolNames)) };
  });
}

/** Adds the original if it cannot be built from the parts. */
function withOriginal(original: ChatMessage, message: Message): Message {
  return isDeepStrictEqual(toChatMessage(message), original)
    ? message
    : { ...message, adapterMetadata: original };
}

function toMessage(message: ChatMessage, toolNames: ReadonlyMap<string, string>): Message {
  const parts = contentParts(message.content);
  switch (message.role) {
    case "system":
    case "developer":
      return { role: "system", parts: parts.filter((part) => part.type === "text") };
    case "user":
      return { role: "user", provenance: "user", parts };
    case "assistant":
      return {
        role: "assistant",
        parts: [
          ...parts,
          ...(message.tool_calls ?? []).map((call) => ({
            type: "tool-call" as const,
            callId: call.id,
            name: call.function.name,
            arguments: call.function.arguments,
          })),
        ],
      };
    case "tool": {
      const callId = message.tool_call_id ?? "";
      return { role: "tool", callId, name: toolNames.get(callId) ?? "unknown", parts };
    }
    default: {
      const original = { type: "other", kind: message.role, value: message } as const;
      return { role: "user", provenance: "synthetic", parts: [original] };
    }
  }
}

function contentParts(
  content: ChatMessage["content"],
): readonly (TextPart | FilePart | OtherPart)[] {
  if (content === undefined || content === null || content === "") return [];
  if (typeof content === "string") return [{ type: "text", text: content }];
  return content.map(contentPart);
}

function contentPart(part: ChatContentPart): TextPart | FilePart | OtherPart {
  if (part.type === "text" && typeof part["text"] === "string")
    return { type: "text", text: part["text"] };
  const image = part["image_url"];
  if (part.type === "image_url" && isRecord(image) && typeof image["url"] === "string")
    return { type: "file", mediaType: mediaTypeOf(image["url"]), url: image["url"] };
  return { type: "other", kind: part.type, value: part };
}

function mediaTypeOf(url: string): string {
  return /^data:([^;,]+)/.exec(url)?.[1] ?? "image/*";
}
