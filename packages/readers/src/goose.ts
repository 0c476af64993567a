import { addAnthropicMessages } from "./anthropic-messages.ts";
import { type JsonRecord, jsonText, listOf, recordIn, recordsIn, textIn } from "./fields.ts";
import type { Problems } from "./ledger.ts";
import type { Reader } from "./reader.ts";
import { sessionOf } from "./single-thread.ts";
import { createThreadBuilder } from "./thread-builder.ts";

/** The facts of an exported session, then its messages. */
export function splitSession({
  conversation,
  messages,
  ...facts
}: JsonRecord): readonly unknown[] | null {
  const list = [conversation, messages, recordIn({ conversation }, "conversation")["messages"]];
  const found = list.map(listOf).find((each) => each !== null);
  return found === undefined ? null : [facts, ...found];
}

/** Reads the sessions of Goose: its export, or its older files with one message per line. */
export function createGooseReader(problems: Problems): Reader {
  const thread = createThreadBuilder(problems);
  const add = addAnthropicMessages(thread);
  const ids = new Set<string>();
  let facts: JsonRecord = {};
  return {
    add(record) {
      if (record["role"] === undefined && record["working_dir"] !== undefined) {
        facts = record;
        return "used";
      }
      if (record["role"] === undefined) return "unknown-type";
      const id = textIn(record, "id");
      if (id !== undefined && ids.has(id)) return "repeated";
      ids.add(id ?? "");
      const { agentVisible, userVisible } = recordIn(record, "metadata");
      const content = recordsIn(record["content"]).flatMap(anthropicBlock);
      if (content.length === 0) return "not-shown";
      const created = record["created"];
      return add({
        ...record,
        content,
        ts: typeof created === "number" ? created * 1_000 : undefined,
        // Only a compaction writes messages of the user that the user does not see.
        isSummary: record["role"] === "user" && agentVisible === true && userVisible === false,
      });
    },
    finish: () =>
      sessionOf(
        thread,
        { format: "goose", tool: "Goose", directory: textIn(facts, "working_dir") },
        {
          id: textIn(facts, "id"),
          title: textIn(facts, "name") ?? textIn(facts, "description"),
        },
      ),
  };
}

/** Blocks that were shown to the user only have no counterpart. */
function anthropicBlock(block: JsonRecord): readonly JsonRecord[] {
  switch (block["type"]) {
    case "toolRequest":
    case "frontendToolRequest": {
      const { arguments: input, name } = recordIn(recordIn(block, "toolCall"), "value");
      return [{ type: "tool_use", id: block["id"], name, input: input ?? {} }];
    }
    case "toolResponse":
      return [resultBlock(block)];
    case "redactedThinking":
      return [{ type: "redacted_thinking", data: block["data"] }];
    case "image":
      return [imageBlock(block)];
    case "toolConfirmationRequest":
    case "actionRequired":
    case "systemNotification":
    case "conversationCompacted":
      return [];
    default:
      return [block];
  }
}

/** Newer versions store the whole result of MCP, older ones its content. */
function resultBlock(block: JsonRecord): JsonRecord {
  const result = recordIn(block, "toolResult");
  const { error, value } = result;
  const content = Array.isArray(value) ? value : recordIn(result, "value")["content"];
  return {
    type: "tool_result",
    tool_use_id: block["id"],
    content: Array.isArray(content)
      ? recordsIn(content).map((each) => (each["type"] === "image" ? imageBlock(each) : each))
      : jsonText(value ?? error ?? ""),
    is_error: result["status"] === "error" || recordIn(result, "value")["isError"] === true,
  };
}

function imageBlock(block: JsonRecord): JsonRecord {
  const source = { type: "base64", media_type: block["mimeType"], data: block["data"] };
  return { type: "image", source };
}
