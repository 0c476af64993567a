import { type Message, textOf, toolCalls } from "@cutpoint/core";
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";

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
