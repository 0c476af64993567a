import { type Message, textOf, toolCalls } from "@cutpoint/core";
import type { ToolDefinition } from "./tools/tool.ts";

export type ChatToolCall = {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
};

/** A message as Chat Completions takes it: what really goes over the wire. */
export type ChatMessage =
  | { role: "system" | "user"; content: string }
  | { role: "assistant"; content: string | null; tool_calls?: ChatToolCall[] }
  | { role: "tool"; tool_call_id: string; content: string };

/** One request to a model, key or no key. */
export type ChatRequest = {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ToolDefinition[];
};

/** Cutpoint's messages in the words of Chat Completions, one for one. */
export function toChatMessages(messages: readonly Message[]): readonly ChatMessage[] {
  return messages.map(toChatMessage);
}

function toChatMessage(message: Message): ChatMessage {
  const content = textOf(message);
  if (message.role === "tool") return { role: "tool", tool_call_id: message.callId, content };
  if (message.role !== "assistant") return { role: message.role, content };
  const calls = toolCalls(message).map((call): ChatToolCall => ({
    id: call.callId,
    type: "function",
    function: { name: call.name, arguments: call.arguments },
  }));
  return {
    role: "assistant",
    content: content === "" ? null : content,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
}
