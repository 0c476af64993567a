import type { Message, Part } from "@cutpoint/core";
import { type JsonRecord, recordIn, recordsIn, textIn } from "./fields.ts";
import { contentParts } from "./openai-content.ts";
import { createItemCollector, inputMessage } from "./responses/collect-items.ts";
import type { ThreadBuilder } from "./thread-builder.ts";
import { toolCallPart } from "./tool-call-part.ts";
import { unknownMessage } from "./unknown-message.ts";

/** Adds items of the Responses API or the Agents SDK. */
export function addResponseItems(thread: ThreadBuilder): (item: JsonRecord) => void {
  const collector = createItemCollector(thread, inputMessage);
  return (item) => collector.add(item);
}

/** Adds messages of Chat Completions. */
export function addChatMessages(thread: ThreadBuilder): (message: JsonRecord) => void {
  return (message) => void thread.add(chatMessage(message, thread), { id: textIn(message, "id") });
}

function chatMessage(message: JsonRecord, thread: ThreadBuilder): Message {
  const parts = contentParts(message["content"]);
  switch (message["role"]) {
    case "system":
    case "developer":
      return { role: "system", parts: parts.filter((part) => part.type === "text") };
    case "user":
      return { role: "user", provenance: "user", parts };
    case "assistant":
      return {
        role: "assistant",
        parts: [...reasoningParts(message), ...parts, ...calls(message)],
      };
    case "tool":
    case "function": {
      const callId = textIn(message, "tool_call_id") ?? textIn(message, "name") ?? "";
      return {
        role: "tool",
        callId,
        name: textIn(message, "name") ?? thread.toolName(callId),
        parts,
      };
    }
    default:
      return unknownMessage(textIn(message, "role") ?? "unknown", message);
  }
}

function reasoningParts(message: JsonRecord): readonly Part[] {
  const text = textIn(message, "reasoning_content") ?? "";
  return text === "" ? [] : [{ type: "reasoning", text }];
}

/** A call of the first version of the API has no id: its name takes the place. */
function calls(message: JsonRecord): readonly Part[] {
  const legacy = recordIn(message, "function_call");
  const list = recordsIn(message["tool_calls"]);
  const found = list.length === 0 && legacy["name"] !== undefined ? [{ function: legacy }] : list;
  return found.map((call: JsonRecord) => {
    const called =
      call["function"] === undefined ? recordIn(call, "custom") : recordIn(call, "function");
    const name = textIn(called, "name") ?? "unknown";
    const input = called["arguments"] ?? { input: called["input"] };
    return toolCallPart(textIn(call, "id") ?? name, name, input);
  });
}
