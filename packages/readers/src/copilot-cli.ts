import type { Message, Part } from "@cutpoint/core";
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
import type { Problems } from "./ledger.ts";
import type { Reader } from "./reader.ts";
import { textParts } from "./text-parts.ts";
import { createThreadBuilder, type ThreadBuilder } from "./thread-builder.ts";
import { toolCallPart } from "./tool-call-part.ts";

const EVENT = /^(?:[a-z_]+\.[a-z_.]+|abort)$/;

/** Events that were not shown to the model. */
const NOT_SHOWN =
  /^(?:session\.(?:info|resume|error|idle|title_changed|model_change|usage_info|truncation|handoff|compaction_start|shutdown|warning|mode_changed|plan_changed|context_changed|workspace_file_changed)|assistant\.(?:turn_.*|usage|reasoning.*|intent|message_delta|streaming_delta)|tool\.(?:execution_start|execution_progress|execution_partial_result|user_requested)|hook\..*|permission\..*|abort|subagent\..*|skill\..*|pending_messages\..*)$/;

/** Reads the event files of GitHub Copilot CLI. */
export function createCopilotReader(problems: Problems): Reader {
  const thread = createThreadBuilder(problems);
  const ids = new Set<string>();
  let start: JsonRecord = {};
  return {
    add(record) {
      const data = recordIn(record, "data");
      const type = textIn(record, "type") ?? "";
      if (!EVENT.test(type)) return "unknown-type";
      const origin = { id: nameIn(record, "id"), at: timeOf(record["timestamp"]) };
      if (origin.id !== undefined && ids.has(origin.id)) return "repeated";
      ids.add(origin.id ?? "");
      if (type === "session.start") start = data;
      else if (type === "session.compaction_complete") addCompaction(data, thread, origin.at);
      else {
        const message = messageOf(type, data, thread);
        if (message === null) return NOT_SHOWN.test(type) ? "not-shown" : "unknown-type";
        thread.add(message, origin);
      }
      return "used";
    },
    finish: () => ({
      source: defined({
        format: "copilot-cli" as const,
        tool: "GitHub Copilot CLI",
        formatVersion: countIn(start, "version")?.toString(),
        toolVersion: textIn(start, "copilotVersion"),
        directory: textIn(recordIn(start, "context"), "cwd"),
      }),
      threads: [thread.finish({ id: textIn(start, "sessionId") })],
    }),
  };
}

function messageOf(type: string, data: JsonRecord, thread: ThreadBuilder): Message | null {
  switch (type) {
    case "system.message":
      return { role: "system", parts: textParts(textIn(data, "content")) };
    case "user.message":
      return { role: "user", provenance: "user", parts: textParts(textIn(data, "content")) };
    case "system.notification":
      return { role: "user", provenance: "synthetic", parts: textParts(textIn(data, "content")) };
    case "assistant.message":
      thread.addModel(textIn(data, "model"));
      return {
        role: "assistant",
        parts: [...reasoningParts(data), ...textParts(textIn(data, "content")), ...callParts(data)],
        ...defined({ model: textIn(data, "model") }),
      };
    case "tool.execution_complete": {
      const callId = nameIn(data, "toolCallId") ?? "unknown";
      const isFailed = data["success"] === false;
      const error = textIn(data, "error") ?? textIn(recordIn(data, "error"), "message");
      const text = textIn(recordIn(data, "result"), "content") ?? error;
      return {
        role: "tool",
        callId,
        name: thread.toolName(callId),
        ...(isFailed ? { failed: true } : {}),
        parts: textParts(text),
      };
    }
    default:
      return null;
  }
}

function reasoningParts(data: JsonRecord): readonly Part[] {
  const text = textIn(data, "reasoningText");
  const signature = textIn(data, "reasoningOpaque");
  if (text === undefined && signature === undefined) return [];
  return [{ type: "reasoning", text: text ?? "", ...defined({ signature }) }];
}

function callParts(data: JsonRecord): readonly Part[] {
  return recordsIn(data["toolRequests"]).map((call) =>
    toolCallPart(nameIn(call, "toolCallId"), textIn(call, "name"), call["arguments"]),
  );
}

/** The file records how many of the oldest messages were removed, not which ones stayed. */
function addCompaction(data: JsonRecord, thread: ThreadBuilder, at: number | undefined): void {
  if (data["success"] === false) return;
  const afterId = thread.newestId();
  const summary = textIn(data, "summaryContent");
  const trigger = textIn(data, "trigger");
  const length = countIn(data, "preCompactionMessagesLength") ?? 0;
  const kept = Math.max(0, length - (countIn(data, "messagesRemoved") ?? length));
  const keptIds = kept === 0 ? [] : thread.items.slice(-kept).map(({ id }) => id);
  const summaryId =
    summary === undefined
      ? undefined
      : thread.add({ role: "user", provenance: "summary", parts: textParts(summary) }, { at });
  thread.compact({
    afterId,
    method: summary === undefined ? "opaque" : "summary",
    trigger: trigger === "auto" || trigger === "manual" ? trigger : "unknown",
    keptIds,
    ...defined({
      summary,
      summaryId,
      tokensBefore: countIn(data, "preCompactionTokens"),
      tokensAfter: countIn(data, "postCompactionTokens"),
      at,
    }),
  });
}
