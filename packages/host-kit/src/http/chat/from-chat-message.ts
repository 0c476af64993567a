import type { FilePart, Message, OtherPart, TextPart, ToolCallPart } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import type { ChatContentPart, ChatMessage, ChatToolCall } from "./chat-message.ts";
import { readFilePart } from "../../file-part.ts";
import { findToolName } from "../../unit-format.ts";
import { userProvenance } from "../../user-provenance.ts";

/** A message of Chat Completions. */
export type ChatUnit = {
  readonly message: ChatMessage;
  /** The name of the tool, for a result. */
  readonly toolName?: string;
};

/** Adds the name of the tool to each result. */
export function chatUnits(messages: readonly ChatMessage[], start = 0): readonly ChatUnit[] {
  return messages.slice(start).map((message, index) => {
    const { tool_call_id: id } = message;
    if (id === undefined || id === "") return { message };
    const toolName = findToolName(messages, start + index + 1, (before) => calledName(before, id));
    return toolName === undefined ? { message } : { message, toolName };
  });
}

function calledName({ tool_calls: calls }: ChatMessage, id: string): string | undefined {
  const parts = calls?.map(callPart) ?? [];
  const call = parts.findLast((part) => part.type === "tool-call" && part.callId === id);
  return call?.type === "tool-call" ? call.name : undefined;
}

/** Converts a message of Chat Completions. */
export function fromChatMessage({ message, toolName = "unknown" }: ChatUnit): Message {
  const parts = contentParts(message.content);
  switch (message.role) {
    case "system":
    case "developer":
      return { role: "system", parts: parts.filter((part) => part.type === "text") };
    case "user":
      return { role: "user", provenance: userProvenance(parts), ...nameOf(message), parts };
    case "assistant":
      return { role: "assistant", parts: [...parts, ...(message.tool_calls ?? []).map(callPart)] };
    case "tool": {
      const { tool_call_id: callId = "" } = message;
      return callId === ""
        ? unknownMessage(message)
        : { role: "tool", callId, name: toolName, parts };
    }
    default:
      return unknownMessage(message);
  }
}

function nameOf({ name }: ChatMessage): { readonly name?: string } {
  return typeof name === "string" && name !== "" ? { name } : {};
}

function unknownMessage(message: ChatMessage): Message {
  const original = { type: "other", kind: message.role, value: message } as const;
  return { role: "user", provenance: "synthetic", parts: [original] };
}

/** Calls of other tools than functions have an input instead of arguments. */
function callPart(call: ChatToolCall): ToolCallPart | OtherPart {
  const { custom, function: called, id }: AnyCall = call;
  const name = called?.name ?? custom?.name ?? "";
  if (id === "" || name === "") return { type: "other", kind: "tool-call", value: call };
  const written = called?.arguments ?? JSON.stringify({ input: custom?.input ?? null });
  return { type: "tool-call", callId: id, name, arguments: written };
}

type AnyCall = Pick<ChatToolCall, "id"> & {
  readonly function?: ChatToolCall["function"];
  readonly custom?: { readonly name: string; readonly input: string };
};

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
  const url = part.type === "image_url" && isRecord(image) ? image["url"] : undefined;
  return (
    readFilePart({ url }, "image/*") ?? { type: "other", kind: part.type || "unknown", value: part }
  );
}
