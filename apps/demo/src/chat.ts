import { type Message, textOf, toolCalls } from "@cutpoint/core";
import type { ToolDefinition } from "./tools/tool.ts";

export type ChatToolCall = {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
};

/** A message in the format of Chat Completions. */
export type ChatMessage =
  | { role: "system" | "user"; content: string }
  | { role: "assistant"; content: string | null; tool_calls?: ChatToolCall[] }
  | { role: "tool"; tool_call_id: string; content: string };

/** One request to a model. */
export type ChatRequest = {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ToolDefinition[];
};

/** Converts messages of Cutpoint to messages of Chat Completions, one to one. */
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
