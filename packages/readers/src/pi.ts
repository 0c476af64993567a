import type {
  FilePart,
  FinishReason,
  Message,
  Part,
  TextPart,
  TokenUsage,
  UserMessage,
} from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { addSummary } from "./add-summary.ts";
import { filePart, reasoningPart, textParts, toolCallPart } from "./content-parts.ts";
import {
  defined,
  type JsonRecord,
  countIn,
  recordIn,
  recordsIn,
  nameIn,
  textIn,
  timeOf,
} from "./fields.ts";
import type { Problems, RecordUse } from "./ledger.ts";
import { fromUser, resultMessage } from "./messages.ts";
import type { Reader } from "./reader.ts";
import { createRecordTree, type RecordTree } from "./record-tree.ts";
import { sessionOf } from "./single-thread.ts";
import { createThreadBuilder, type ThreadBuilder } from "./thread-builder.ts";
import { uncachedUsage } from "./uncached-usage.ts";

const NOT_SHOWN =
  /^(?:custom|label|model_change|thinking_level_change|usage|title|title_change|session_init|model_usage|mode_change|ttsr_injection|credential_pin|reset_boundary|service_tier_change)$/;

const ENTRY = /^(?:message|custom_message|branch_summary|compaction|context_edit)$/;

/** Reads the session files of pi and oh-my-pi. */
export function createPiReader(problems: Problems): Reader {
  const thread = createThreadBuilder(problems);
  const tree = createRecordTree();
  let header: JsonRecord = {};
  let hasParents = true;
  let title: string | undefined;
  return {
    add(record) {
      const type = textIn(record, "type") ?? "";
      if (type === "session") {
        if (header["id"] === undefined) header = record;
        return "used";
      }
      title = type === "session_info" ? (textIn(record, "name") ?? title) : title;
      const id = textIn(record, "id");
      if (id !== undefined && ("parentId" in record || ENTRY.test(type))) {
        if (tree.has(id)) return "repeated";
        tree.add(id, parentOf(record));
      }
      return readEntry(record, thread, tree);
    },
    finish() {
      const live = new Set(tree.pathFrom(tree.newest()));
      thread.abandon(
        thread.items.map(({ id }) => id).filter((id) => tree.has(id) && !live.has(id)),
      );
      const formatVersion = countIn(header, "version")?.toString();
      return sessionOf(
        thread,
        { format: "pi", tool: "pi", formatVersion, directory: textIn(header, "cwd") },
        { id: textIn(header, "id"), title },
      );
    },
  };

  /** An answer or a result cannot be the first entry. Without a parent, the file is a list. */
  function parentOf({ message, parentId }: JsonRecord): string | null | undefined {
    const role = isRecord(message) ? message["role"] : undefined;
    if (parentId === null && (role === "assistant" || role === "toolResult")) hasParents = false;
    return typeof parentId === "string" || (parentId === null && hasParents) ? parentId : undefined;
  }
}

function readEntry(record: JsonRecord, thread: ThreadBuilder, tree: RecordTree): RecordUse {
  const id = textIn(record, "id");
  const at = timeOf(record["timestamp"]);
  const type = textIn(record, "type") ?? "";
  switch (type) {
    case "message": {
      const message = piMessage(recordIn(record, "message"), thread);
      if (message === null) return "unknown-type";
      thread.add(message, { id, at });
      return "used";
    }
    case "custom_message":
      thread.add(fromUser("synthetic", contentOf(record["content"])), { id, at });
      return "used";
    case "branch_summary":
      thread.add(summaryMessage(record), { id, at });
      return "used";
    case "compaction":
      addCompaction(record, thread, tree);
      return "used";
    case "session_info":
      return "used";
    case "context_edit":
      thread.compact({
        method: "prune",

        clippedIds: [textIn(record, "targetId") ?? ""].filter((target) => thread.has(target)),
        at,
      });
      return "used";
    default:
      return NOT_SHOWN.test(type) ? "not-shown" : "unknown-type";
  }
}

function addCompaction(record: JsonRecord, thread: ThreadBuilder, tree: RecordTree): void {
  const id = textIn(record, "id");
  const before = id === undefined ? null : tree.parentOf(id);
  const kept = tree.between(textIn(record, "firstKeptEntryId"), before);
  const origin = { id, at: timeOf(record["timestamp"]) };
  addSummary(thread, summaryMessage(record).parts, origin, {
    summary: textIn(record, "summary"),
    keptIds: kept.filter((entry) => thread.has(entry)),
    tokensBefore: countIn(record, "tokensBefore"),
    tokensAfter: countIn(record, "tokensAfter"),
  });
}

function summaryMessage(record: JsonRecord): UserMessage {
  return fromUser("summary", textParts(textIn(record, "summary")));
}

function piMessage(message: JsonRecord, thread: ThreadBuilder): Message | null {
  const parts = contentOf(message["content"]);
  switch (message["role"]) {
    case "user":
      return fromUser("user", parts);
    case "assistant":
      thread.addModel(textIn(message, "model"));
      return {
        role: "assistant",
        parts: recordsIn(message["content"]).flatMap(answerPart),
        ...defined({
          model: textIn(message, "model"),
          usage: piUsage(message["usage"]),
          finishReason: finishReason(message["stopReason"]),
        }),
      };
    case "toolResult":
      return resultMessage(
        nameIn(message, "toolCallId"),
        nameIn(message, "toolName"),
        parts,
        message["isError"] === true,
      );
    case "system":
      return {
        role: "system",
        parts: recordsIn(message["sections"]).flatMap((section) =>
          textParts(textIn(section, "text")),
        ),
      };
    case "bashExecution":
    case "pythonExecution": {
      const program = textIn(message, "command") ?? textIn(message, "code") ?? "";
      const text = `$ ${program}\n${textIn(message, "output") ?? ""}`;
      return fromUser("synthetic", textParts(text));
    }
    case "fileMention": {
      const files = recordsIn(message["files"]).flatMap((file) => [
        ...textParts(`${textIn(file, "path") ?? ""}\n${textIn(file, "content") ?? ""}`),
        ...contentOf([recordIn(file, "image")]),
      ]);
      return fromUser("synthetic", files);
    }
    case "custom":
    case "developer":
    case "hookMessage":
      return fromUser("synthetic", parts);
    case "branchSummary":
    case "compactionSummary":
      return summaryMessage(message);
    default:
      return null;
  }
}

function answerPart(part: JsonRecord): readonly Part[] {
  switch (part["type"]) {
    case "thinking":
      return [reasoningPart(textIn(part, "thinking"), textIn(part, "thinkingSignature"))];
    case "toolCall":
      return [toolCallPart(textIn(part, "id"), textIn(part, "name"), part["arguments"])];
    default:
      return contentOf([part]);
  }
}

function contentOf(content: unknown): readonly (TextPart | FilePart)[] {
  if (typeof content === "string") return textParts(content);
  return recordsIn(content).flatMap((part): readonly (TextPart | FilePart)[] => {
    if (part["type"] !== "image") return textParts(textIn(part, "text"));
    const mediaType = nameIn(part, "mimeType") ?? "image/*";
    const data = textIn(part, "data") ?? "";
    const url = data.startsWith("blob:") ? data : `data:${mediaType};base64,${data}`;
    return [filePart(mediaType, url)];
  });
}

function piUsage(value: unknown): TokenUsage | undefined {
  if (!isRecord(value)) return undefined;
  return uncachedUsage({
    inputTokens: countIn(value, "input"),
    outputTokens: countIn(value, "output"),
    cacheReadTokens: countIn(value, "cacheRead"),
    cacheWriteTokens: countIn(value, "cacheWrite"),
  });
}

function finishReason(reason: unknown): FinishReason | undefined {
  return reason === "error" || reason === "aborted" || reason === "length" ? reason : undefined;
}
