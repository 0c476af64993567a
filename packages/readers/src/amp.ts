import { addAnthropicMessages } from "./anthropic-messages.ts";
import {
  type JsonRecord,
  jsonText,
  listOf,
  recordIn,
  recordsIn,
  textIn,
  timeOf,
} from "./fields.ts";
import type { Problems } from "./ledger.ts";
import type { Reader } from "./reader.ts";
import { sessionOf } from "./single-thread.ts";
import { createThreadBuilder } from "./thread-builder.ts";

/** The facts of a thread, then its messages. */
export function splitThread({ messages, ...facts }: JsonRecord): readonly unknown[] | null {
  const list = listOf(messages);
  return list === null ? null : [facts, ...list];
}

/** Reads the threads of Amp: messages of the Messages API with other results and usage. */
export function createAmpReader(problems: Problems): Reader {
  const thread = createThreadBuilder(problems);
  const add = addAnthropicMessages(thread);
  const ids = new Set<unknown>();
  let facts: JsonRecord = {};
  return {
    add(record) {
      if ((textIn(record, "id") ?? "").startsWith("T-")) {
        facts = record;
        return "used";
      }
      const { messageId, role } = record;
      if (role === undefined) return "unknown-type";
      if (messageId !== undefined && ids.has(messageId)) return "repeated";
      ids.add(messageId);
      const content = recordsIn(record["content"]).map(anthropicBlock);
      const usage = recordIn(record, "usage");
      return add({
        ...record,
        content,
        id: messageId === undefined ? undefined : jsonText(messageId),
        ts: timeOf(recordIn(record, "meta")["sentAt"] ?? usage["timestamp"]),
        model: usage["model"],
        usage: anthropicUsage(usage),
      });
    },
    finish() {
      const initial = recordIn(recordIn(facts, "env"), "initial");
      const source = {
        format: "amp",
        tool: "Amp",
        formatVersion: facts["v"] === undefined ? undefined : jsonText(facts["v"]),
        toolVersion: textIn(recordIn(initial, "platform"), "clientVersion"),
        directory: directoryOf(initial),
      } as const;
      const title = textIn(facts, "title");
      return sessionOf(thread, source, { id: textIn(facts, "id"), title });
    },
  };
}

function anthropicBlock(block: JsonRecord): JsonRecord {
  if (block["type"] !== "tool_result" || block["toolUseID"] === undefined) return block;
  const run = recordIn(block, "run");
  const { error, reason, result, status } = run;
  const isDone = status === "done";
  const value = isDone ? result : (recordIn(run, "error")["message"] ?? error ?? reason ?? result);
  return {
    type: "tool_result",
    tool_use_id: block["toolUseID"],
    content:
      value === undefined || value === null
        ? ""
        : jsonText(recordIn({ value }, "value")["output"] ?? value),
    is_error: !isDone && status !== "in-progress",
  };
}

function anthropicUsage(usage: JsonRecord): JsonRecord {
  return {
    input_tokens: usage["inputTokens"],
    output_tokens: usage["outputTokens"],
    cache_read_input_tokens: usage["cacheReadInputTokens"],
    cache_creation_input_tokens: usage["cacheCreationInputTokens"],
  };
}

function directoryOf({ trees }: JsonRecord): string | undefined {
  const [tree] = recordsIn(trees);
  const uri = tree === undefined ? undefined : textIn(tree, "uri");
  return uri !== undefined && URL.canParse(uri) ? decodeURI(new URL(uri).pathname) : undefined;
}
