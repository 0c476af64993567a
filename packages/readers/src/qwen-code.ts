import { type Message, textOf, type TokenUsage } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { addSummary } from "./add-summary.ts";
import { textParts } from "./content-parts.ts";
import {
  countIn,
  defined,
  type JsonRecord,
  recordIn,
  recordsIn,
  textIn,
  timeOf,
} from "./fields.ts";
import { geminiMessages } from "./gemini-content.ts";
import type { Problems, RecordUse } from "./ledger.ts";
import { createMessageIndex, type MessageIndex, restoreMessages } from "./message-index.ts";
import { splitProgramText } from "./program-text.ts";
import type { Reader } from "./reader.ts";
import { createRecordTree } from "./record-tree.ts";
import { sessionOf } from "./single-thread.ts";
import { createThreadBuilder, type ThreadBuilder } from "./thread-builder.ts";

/** User records that the program wrote. */
const FROM_PROGRAM = /^(?:notification|cron|goal_runtime|agent_launch_prompt)$/;

/** Reads the session files of Qwen Code: a tree of contents of the Gemini API. */
export function createQwenReader(problems: Problems): Reader {
  const thread = createThreadBuilder(problems);
  const tree = createRecordTree();
  const index = createMessageIndex(thread);
  const linesOfItems = new Map<string, string>();
  let facts: JsonRecord = {};
  let title: string | undefined;

  function readMessages(record: JsonRecord, uuid: string): RecordUse {
    const messages = geminiMessages(recordIn(record, "message")).flatMap((message) =>
      message.role === "user" ? userMessages(record, message) : [withFacts(message, record)],
    );
    for (const message of messages) {
      const id = thread.add(message, { id: uuid, at: timeOf(record["timestamp"]) });
      linesOfItems.set(id, uuid);
    }
    thread.addModel(textIn(record, "model"));
    return messages.length > 0 ? "used" : "not-shown";
  }

  function readSystem(record: JsonRecord): RecordUse {
    const payload = recordIn(record, "systemPayload");
    const newTitle = textIn(payload, "customTitle");
    title = newTitle ?? title;
    if (newTitle !== undefined) return "used";
    if (record["subtype"] !== "chat_compression") return "not-shown";
    addCompression(record, thread, index);
    return "used";
  }

  return {
    add(record) {
      const uuid = textIn(record, "uuid");
      if (uuid === undefined) return "unknown-type";
      if (tree.has(uuid)) return "repeated";
      tree.add(uuid, parentOf(record));
      if (facts["sessionId"] === undefined) facts = record;
      switch (record["type"]) {
        case "user":
        case "assistant":
        case "tool_result":
          return readMessages(record, uuid);
        case "system":
          return readSystem(record);
        default:
          return "unknown-type";
      }
    },
    finish() {
      const live = new Set(tree.pathFrom(tree.newest()));
      for (const [id, uuid] of linesOfItems) if (!live.has(uuid)) thread.abandon([id]);
      const toolVersion = textIn(facts, "version");
      return sessionOf(
        thread,
        { format: "qwen-code", tool: "Qwen Code", toolVersion, directory: textIn(facts, "cwd") },
        { id: textIn(facts, "sessionId"), title },
      );
    },
  };
}

/** A compression replaced all messages before it by a summary, an answer to it, and the newest messages. */
function addCompression(record: JsonRecord, thread: ThreadBuilder, index: MessageIndex): void {
  const payload = recordIn(record, "systemPayload");
  const [summary, ...others] = recordsIn(payload["compressedHistory"]).flatMap(geminiMessages);
  const kept = others.filter(
    (message) => message.role !== "assistant" || index.idOf(message) !== undefined,
  );
  const { keptIds } = restoreMessages(kept, thread, index);
  const text = summary?.role === "user" ? textOf(summary) : "";
  const info = recordIn(payload, "info");
  const origin = { at: timeOf(record["timestamp"]) };
  addSummary(thread, textParts(text), origin, {
    keptIds,
    tokensBefore: countIn(info, "originalTokenCount"),
    tokensAfter: countIn(info, "newTokenCount"),
  });
}

function parentOf({ parentUuid }: JsonRecord): string | null | undefined {
  return typeof parentUuid === "string" || parentUuid === null ? parentUuid : undefined;
}

function userMessages(record: JsonRecord, message: Message): readonly Message[] {
  if (message.role !== "user") return [message];
  if (FROM_PROGRAM.test(textIn(record, "subtype") ?? ""))
    return [{ ...message, provenance: "synthetic" }];
  return splitProgramText(message.parts);
}

function withFacts(message: Message, record: JsonRecord): Message {
  if (message.role === "tool") {
    const { status } = recordIn(record, "toolCallResult");
    return status === "error" || status === "cancelled" ? { ...message, failed: true } : message;
  }
  const usage = qwenUsage(record["usageMetadata"]);
  return { ...message, ...defined({ model: textIn(record, "model"), usage }) };
}

function qwenUsage(value: unknown): TokenUsage | undefined {
  if (!isRecord(value)) return undefined;
  return defined({
    inputTokens: countIn(value, "promptTokenCount") ?? 0,
    outputTokens:
      (countIn(value, "candidatesTokenCount") ?? 0) + (countIn(value, "thoughtsTokenCount") ?? 0),
    cacheReadTokens: countIn(value, "cachedContentTokenCount"),
  });
}
