import { type FinishReason, textOf } from "@cutpoint/core";
import { answerParts, anthropicUsage, resultBlocks, userParts } from "../anthropic-blocks.ts";
import { defined, type JsonRecord, recordIn, textIn, timeOf } from "../fields.ts";
import type { Problems, RecordUse } from "../ledger.ts";
import { fromUser, resultMessage } from "../messages.ts";
import type { Reader } from "../reader.ts";
import { boundaryFacts, clippedCalls, preservedLines } from "./compactions.ts";
import { createMessageQueue, type MessageQueue } from "./queue.ts";
import { type ClaudeThread, createClaudeThreads } from "./threads.ts";
import { attachmentMessage, userMessages } from "./user-line.ts";

/** Lines that were not shown to the model. */
const NOT_SHOWN =
  /^(?:progress|agent-name|last-prompt|mode|permission-mode|file-history-.*|pr-link|frame-link|bridge-session|cost-state|atis-latch|api-request(?:-shape|-blob)?)$/;

/** Reads the session files of Claude Code. */
export function createClaudeCodeReader(problems: Problems): Reader {
  const threads = createClaudeThreads(problems);
  const queue = createMessageQueue();
  let toolVersion: string | undefined;
  let directory: string | undefined;
  return {
    add(record) {
      const uuid = textIn(record, "uuid");
      const type = textIn(record, "type") ?? "";
      if (uuid === undefined) {
        if (type === "queue-operation") return queue.add(record, threads.newestId());
        if (threads.readTitle(record)) return "used";
        return NOT_SHOWN.test(type) ? "not-shown" : "unknown-type";
      }
      if (threads.has(uuid)) return "repeated";
      toolVersion = textIn(record, "version") ?? toolVersion;
      directory ??= textIn(record, "cwd");
      return readLine({ record, uuid, thread: threads.of(record, uuid) });
    },
    finish() {
      for (const { afterId, at, messages } of queue.finish(threads.newestId()))
        for (const message of messages) threads.insert(afterId, message, at);
      return {
        source: defined({
          format: "claude-code" as const,
          tool: "Claude Code",
          toolVersion,
          directory,
        }),
        threads: threads.finish(),
      };
    },
  };

  function readLine(line: Line): RecordUse {
    switch (line.record["type"]) {
      case "assistant":
        return readAnswer(line);
      case "user":
        return readUser(line, threads.linkSubAgent, queue);
      case "attachment":
        return readAttachment(line, queue);
      case "system":
        return readBoundary(line, problems);
      default:
        return NOT_SHOWN.test(String(line.record["type"])) ? "not-shown" : "unknown-type";
    }
  }
}

type Line = { readonly record: JsonRecord; readonly uuid: string; readonly thread: ClaudeThread };

function readAnswer({ record, uuid, thread }: Line): RecordUse {
  const message = recordIn(record, "message");
  const parts = answerParts(message["content"]);
  const more = defined({
    usage: anthropicUsage(message["usage"]),
    finishReason: finishReason(record, message),
  });
  const model = textIn(message, "model");
  const isModel = model !== undefined && model !== "<synthetic>";
  if (isModel) thread.items.addModel(model);
  const messageId = textIn(message, "id");
  const known = messageId === undefined ? undefined : thread.answers.get(messageId);
  if (known !== undefined) {
    thread.items.extend(known, { parts, ...more });
    thread.itemsOfLine.set(uuid, [known]);
    return "used";
  }
  const id = thread.items.add(
    { role: "assistant", parts, ...(isModel ? { model } : {}), ...more },
    { id: uuid, at: timeOf(record["timestamp"]) },
  );
  thread.itemsOfLine.set(uuid, [id]);
  if (messageId !== undefined) thread.answers.set(messageId, id);
  return "used";
}

function finishReason(record: JsonRecord, message: JsonRecord): FinishReason | undefined {
  if (record["isApiErrorMessage"] === true) return "error";
  return message["stop_reason"] === "max_tokens" ? "length" : undefined;
}

function readUser(
  { record, uuid, thread }: Line,
  linkSubAgent: (agentId: string, callId: string) => void,
  queue: MessageQueue,
): RecordUse {
  const at = timeOf(record["timestamp"]);
  const { content } = recordIn(record, "message");
  const results = resultBlocks(content);
  const ids = results.map(({ callId, failed, parts }) =>
    thread.items.add(resultMessage(callId, thread.items.toolName(callId), parts, failed), {
      id: uuid,
      at,
    }),
  );
  const agentId = textIn(recordIn(record, "toolUseResult"), "agentId");
  if (agentId !== undefined && results[0] !== undefined) linkSubAgent(agentId, results[0].callId);
  const isSummary = record["isCompactSummary"] === true;
  if (record["isVisibleInTranscriptOnly"] === true && !isSummary)
    return ids.length > 0 ? "used" : "not-shown";
  queue.match(textOf(fromUser("user", userParts(content))));
  for (const message of userMessages(record)) {
    const id = thread.items.add(message, { id: uuid, at });
    ids.push(id);
    if (message.provenance === "user") thread.addUserLine(uuid, record);
    if (isSummary) thread.addSummary(id, message, record);
  }
  thread.itemsOfLine.set(uuid, ids);
  return ids.length > 0 ? "used" : "not-shown";
}

function readAttachment({ record, uuid, thread }: Line, queue: MessageQueue): RecordUse {
  // System text and tools, which are no message.
  if (recordIn(record, "attachment")["type"] === "prompt_snapshot") return "not-shown";
  const message = attachmentMessage(record);
  const id = thread.items.add(message, { id: uuid, at: timeOf(record["timestamp"]) });
  thread.itemsOfLine.set(uuid, [id]);
  queue.match(textOf(message));
  return "used";
}

function readBoundary({ record, thread }: Line, problems: Problems): RecordUse {
  const afterId = thread.items.newestId();
  if (record["subtype"] === "compact_boundary") {
    const preserved = preservedLines(record, thread.tree);
    const kept = preserved.map((uuid) => thread.itemsOfLine.get(uuid) ?? []);
    if (kept.some(({ length }) => length === 0)) problems.report("preserved-missing");
    thread.addCompaction({
      afterId,
      method: "summary",
      ...boundaryFacts(record),
      keptIds: [...new Set(kept.flat())],
    });
  } else if (record["subtype"] === "microcompact_boundary")
    thread.addCompaction({
      afterId,
      method: "prune",
      ...boundaryFacts(record),
      clippedIds: clippedCalls(record).flatMap((callId) => thread.items.resultId(callId) ?? []),
    });
  else return "not-shown";
  return "used";
}
