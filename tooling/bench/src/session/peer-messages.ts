import { type Message, textOf, toolCalls } from "@cutpoint/core";
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import type { ModelMessage } from "ai";

/** Converts a message for LangChain. */
export function chainMessage(message: Message, place: number): BaseMessage {
  const id = `message-${place}`;
  const content = textOf(message);
  if (message.role === "user") return new HumanMessage({ id, content });
  if (message.role === "tool")
    return new ToolMessage({ id, content, tool_call_id: message.callId, name: message.name });
  const tool_calls = toolCalls(message).map(({ callId, name, arguments: json }) => ({
    id: callId,
    name,
    args: JSON.parse(json) as Record<string, unknown>,
    type: "tool_call" as const,
  }));
  return new AIMessage({ id, content, tool_calls });
}

/** Converts a message for the AI SDK. */
export function sdkMessage(message: Message): ModelMessage {
  const text = textOf(message);
  if (message.role === "user") return { role: "user", content: text };
  if (message.role === "tool") {
    const { callId: toolCallId, name: toolName } = message;
    const output = { type: "text", value: text } as const;
    return { role: "tool", content: [{ type: "tool-result", toolCallId, toolName, output }] };
  }
  const calls = toolCalls(message).map(({ callId, name, arguments: json }) => ({
    type: "tool-call" as const,
    toolCallId: callId,
    toolName: name,
    input: JSON.parse(json) as unknown,
  }));
  return { role: "assistant", content: [{ type: "text", text }, ...calls] };
}
