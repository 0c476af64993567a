import type { FinishReason } from "@cutpoint/core";
import { answerParts, anthropicUsage, resultBlocks } from "../anthropic-blocks.ts";
import { defined, type JsonRecord, recordIn, textIn, timeOf } from "../fields.ts";
import type { Problems } from "../problems.ts";
import type { Reader } from "../reader.ts";
import { boundaryFacts, clippedCalls, preservedLines } from "./compactions.ts";
import { type ClaudeThread, createClaudeThreads } from "./threads.ts";
import { attachmentMessage, userMessages } from "./user-line.ts";

/** Lines that were not shown to the model. */
const SKIPPED =
  /^(?:progress|summary|custom-title|ai-title|agent-name|last-prompt|mode|permission-mode|queue-operation|file-history-.*|pr-link|frame-link|bridge-session|cost-state)$/;

/** Reads the session files of Claude Code. */
export function createClaudeCodeReader(problems: Problems): Reader {
  const threads = createClaudeThreads(problems);
  let toolVersion: string | undefined;
  let directory: string | undefined;
  return {
    add(record) {
      threads.readTitle(record);
      const uuid = textIn(record, "uuid");
      const type = textIn(record, "type");
      if (uuid === undefined || type === undefined) {
        if (type === undefined || !SKIPPED.test(type)) problems.report("unknown-type");
        return;
      }
      if (threads.has(uuid)) return;
      toolVersion = textIn(record, "version") ?? toolVersion;
      directory ??= textIn(record, "cwd");
      readLine({ record, uuid, thread: threads.of(record, uuid) }, threads.linkSubAgent);
    },
    finish: () => ({
      source: defined({
        format: "claude-code" as const,
        tool: "Claude Code",
        toolVersion,
        directory,
      }),
      threads: threads.finish(),
    }),
  };

  function readLine(line: Line, linkSubAgent: (agentId: string, callId: string) => void): void {
    switch (line.record["type"]) {
      case "assistant":
        return readAnswer(line);
      case "user":
        return readUser(line, linkSubAgent);
      case "attachment":
        return readAttachment(line);
      case "system":
        return readBoundary(line, problems);
      default:
        if (!SKIPPED.test(String(line.record["type"]))) problems.report("unknown-type");
    }
  }
}

type Line = { readonly record: JsonRecord; readonly uuid: string; readonly thread: ClaudeThread };

function readAnswer({ record, uuid, thread }: Line): void {
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
    return;
  }
  const id = thread.items.add(
    { role: "assistant", parts, ...(isModel ? { model } : {}), ...more },
    { id: uuid, at: timeOf(record["timestamp"]) },
  );
  thread.itemsOfLine.set(uuid, [id]);
  if (messageId !== undefined) thread.answers.set(messageId, id);
}

function finishReason(record: JsonRecord, message: JsonRecord): FinishReason | undefined {
  if (record["isApiErrorMessage"] === true) return "error";
  return message["stop_reason"] === "max_tokens" ? "length" : undefined;
}

function readUser(
  { record, uuid, thread }: Line,
  linkSubAgent: (agentId: string, callId: string) => void,
): void {
  const at = timeOf(record["timestamp"]);
  const results = resultBlocks(recordIn(record, "message")["content"]);
  const ids = results.map(({ callId, failed, parts }) =>
    thread.items.add(
      {
        role: "tool",
        callId,
        name: thread.items.toolName(callId),
        ...(failed ? { failed } : {}),
        parts,
      },
      { id: uuid, at },
    ),
  );
  const agentId = textIn(recordIn(record, "toolUseResult"), "agentId");
  if (agentId !== undefined && results[0] !== undefined) linkSubAgent(agentId, results[0].callId);
  const isSummary = record["isCompactSummary"] === true;
  if (record["isVisibleInTranscriptOnly"] === true && !isSummary) return;
  for (const message of userMessages(record)) {
    const id = thread.items.add(message, { id: uuid, at });
    ids.push(id);
    if (message.provenance === "user") thread.addUserLine(uuid, record);
    if (isSummary) thread.addSummary(id, message, record);
  }
  thread.itemsOfLine.set(uuid, ids);
}

function readAttachment({ record, uuid, thread }: Line): void {
  const id = thread.items.add(attachmentMessage(record), {
    id: uuid,
    at: timeOf(record["timestamp"]),
  });
  thread.itemsOfLine.set(uuid, [id]);
}

function readBoundary({ record, thread }: Line, problems: Problems): void {
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
  }
  if (record["subtype"] === "microcompact_boundary")
    thread.addCompaction({
      afterId,
      method: "prune",
      ...boundaryFacts(record),
      clippedIds: clippedCalls(record).flatMap((callId) => thread.items.resultId(callId) ?? []),
    });
}
