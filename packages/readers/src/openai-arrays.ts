import type { Message, Part } from "@cutpoint/core";
import { reasoningPart, toolCallPart } from "./content-parts.ts";
import { type JsonRecord, recordIn, recordsIn, nameIn, textIn } from "./fields.ts";
import { contentParts } from "./openai-content.ts";
import type { RecordUse } from "./ledger.ts";
import { fromUser, resultMessage } from "./messages.ts";
import { splitNotes } from "./program-text.ts";
import { createItemCollector, inputMessage } from "./responses/collect-items.ts";
import type { ThreadBuilder } from "./thread-builder.ts";

/** Adds items of the Responses API or the Agents SDK. */
export function addResponseItems(thread: ThreadBuilder): (item: JsonRecord) => RecordUse {
  const collector = createItemCollector(thread, inputMessage);
  return (item) => {
    if (!isResponseItem(item)) return "unknown-type";
    collector.add(item);
    return item["type"] === "item_reference" ? "not-shown" : "used";
  };
}

/** Whether the Responses API or the Agents SDK has such an item. */
export function isResponseItem(item: JsonRecord): boolean {
  const type = textIn(item, "type") ?? "message";
  if (type !== "message") return ITEM_TYPE.test(type);
  const role = textIn(item, "role") ?? "";
  return /^(?:user|assistant|system|developer)$/.test(role) && item["content"] !== undefined;
}

const ITEM_TYPE =
  /^(?:reasoning|compaction|compaction_summary|item_reference|mcp_list_tools|mcp_approval_(?:request|response)|function_call_result|hosted_tool_call|(?:function|custom_tool|computer|local_shell|shell|apply_patch|web_search|file_search|code_interpreter|image_generation|mcp|tool_search|program)_call(?:_(?:output|result))?|tool_search_output)$/;

/** Adds messages of Chat Completions, also with the names of fields that SDKs in TypeScript use (`toolCalls`). */
export function addChatMessages(thread: ThreadBuilder): (message: JsonRecord) => RecordUse {
  return (message) => {
    const read = chatMessages(message, thread);
    if (read === null) return "unknown-type";
    for (const one of read) thread.add(one, { id: textIn(message, "id") });
    return "used";
  };
}

function chatMessages(message: JsonRecord, thread: ThreadBuilder): readonly Message[] | null {
  const parts = contentParts(message["content"]);
  switch (message["role"]) {
    case "system":
    case "developer":
      return [{ role: "system", parts: parts.filter((part) => part.type === "text") }];
    case "user":
      return parts.length === 0 ? [fromUser("user", parts)] : splitNotes(parts);
    case "assistant":
      return [
        { role: "assistant", parts: [...reasoningParts(message), ...parts, ...calls(message)] },
      ];
    case "tool":
    case "function": {
      const name = nameIn(message, "name") ?? nameIn(message, "toolName");
      const callId =
        nameIn(message, "tool_call_id") ?? nameIn(message, "toolCallId") ?? name ?? "unknown";
      const failed = message["isError"] === true;
      return [resultMessage(callId, name ?? thread.toolName(callId), parts, failed)];
    }
    default:
      return null;
  }
}

function reasoningParts(message: JsonRecord): readonly Part[] {
  const text = nameIn(message, "reasoning_content");
  return text === undefined ? [] : [reasoningPart(text)];
}

/** A call of the first version of the API has no id: its name takes the place. */
function calls(message: JsonRecord): readonly Part[] {
  const legacy = recordIn(message, "function_call");
  const list = recordsIn(message["tool_calls"] ?? message["toolCalls"]);
  const found = list.length === 0 && legacy["name"] !== undefined ? [{ function: legacy }] : list;
  return found.map((call: JsonRecord) => {
    const kind = ["function", "custom"].find((key) => call[key] !== undefined);
    const called = kind === undefined ? call : recordIn(call, kind);
    const name = textIn(called, "name") ?? "unknown";
    const input = called["arguments"] ?? { input: called["input"] };
    return toolCallPart(textIn(call, "id") ?? name, name, input);
  });
}
