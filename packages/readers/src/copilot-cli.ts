import type { Message, Part } from "@cutpoint/core";
import { addSummary } from "./add-summary.ts";
import { reasoningPart, textParts, toolCallPart } from "./content-parts.ts";
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
import { fromUser, resultMessage } from "./messages.ts";
import type { Reader } from "./reader.ts";
import { sessionOf } from "./single-thread.ts";
import { createThreadBuilder, type ThreadBuilder } from "./thread-builder.ts";

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
    finish() {
      const source = {
        format: "copilot-cli",
        tool: "GitHub Copilot CLI",
        formatVersion: countIn(start, "version")?.toString(),
        toolVersion: textIn(start, "copilotVersion"),
        directory: textIn(recordIn(start, "context"), "cwd"),
      } as const;
      return sessionOf(thread, source, { id: textIn(start, "sessionId") });
    },
  };
}

function messageOf(type: string, data: JsonRecord, thread: ThreadBuilder): Message | null {
  switch (type) {
    case "system.message":
      return { role: "system", parts: textParts(textIn(data, "content")) };
    case "user.message":
      return fromUser("user", textParts(textIn(data, "content")));
    case "system.notification":
      return fromUser("synthetic", textParts(textIn(data, "content")));
    case "assistant.message":
      thread.addModel(textIn(data, "model"));
      return {
        role: "assistant",
        parts: [...reasoningParts(data), ...textParts(textIn(data, "content")), ...callParts(data)],
        ...defined({ model: textIn(data, "model") }),
      };
    case "tool.execution_complete": {
      const callId = nameIn(data, "toolCallId") ?? "unknown";
      const error = textIn(data, "error") ?? textIn(recordIn(data, "error"), "message");
      const text = textIn(recordIn(data, "result"), "content") ?? error;
      const failed = data["success"] === false;
      return resultMessage(callId, thread.toolName(callId), textParts(text), failed);
    }
    default:
      return null;
  }
}

function reasoningParts(data: JsonRecord): readonly Part[] {
  const text = textIn(data, "reasoningText");
  const signature = textIn(data, "reasoningOpaque");
  if (text === undefined && signature === undefined) return [];
  return [reasoningPart(text, signature)];
}

function callParts(data: JsonRecord): readonly Part[] {
  return recordsIn(data["toolRequests"]).map((call) =>
    toolCallPart(nameIn(call, "toolCallId"), textIn(call, "name"), call["arguments"]),
  );
}

/** The file records how many of the oldest messages were removed, not which ones stayed. */
function addCompaction(data: JsonRecord, thread: ThreadBuilder, at: number | undefined): void {
  if (data["success"] === false) return;
  const summary = textIn(data, "summaryContent");
  const trigger = textIn(data, "trigger");
  const length = countIn(data, "preCompactionMessagesLength") ?? 0;
  const kept = Math.max(0, length - (countIn(data, "messagesRemoved") ?? length));
  const facts = {
    trigger: trigger === "auto" || trigger === "manual" ? trigger : "unknown",
    keptIds: kept === 0 ? [] : thread.items.slice(-kept).map(({ id }) => id),
    tokensBefore: countIn(data, "preCompactionTokens"),
    tokensAfter: countIn(data, "postCompactionTokens"),
    at,
  } as const;
  if (summary === undefined) thread.compact({ method: "opaque", ...facts });
  else addSummary(thread, textParts(summary), { at }, facts);
}
