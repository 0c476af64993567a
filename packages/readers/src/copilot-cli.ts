import type { Message, Part } from "@cutpoint/core";
import {
  defined,
  type JsonRecord,
  numberIn,
  recordIn,
  recordsIn,
  textIn,
  timeOf,
} from "./fields.ts";
import type { Problems } from "./problems.ts";
import type { Reader } from "./reader.ts";
import { textParts } from "./text-parts.ts";
import { createThreadBuilder, type ThreadBuilder } from "./thread-builder.ts";
import { toolCallPart } from "./tool-call-part.ts";

/** Events that were not shown to the model. */
const SKIPPED =
  /^(?:session\.(?:info|resume|error|idle|title_changed|model_change|usage_info|truncation|handoff|compaction_start|shutdown|warning|mode_changed|plan_changed|context_changed|workspace_file_changed)|assistant\.(?:turn_.*|usage|reasoning.*|intent|message_delta|streaming_delta)|tool\.(?:execution_start|execution_progress|execution_partial_result|user_requested)|hook\..*|permission\..*|abort|subagent\..*|skill\..*|pending_messages\..*)$/;

/** Reads the event files of GitHub Copilot CLI. */
export function createCopilotReader(problems: Problems): Reader {
  const thread = createThreadBuilder(problems);
  let start: JsonRecord = {};
  return {
    add(record) {
      const data = recordIn(record, "data");
      const type = textIn(record, "type") ?? "";
      if (type === "session.start") start = data;
      else if (type === "session.compaction_complete")
        addCompaction(data, thread, timeOf(record["timestamp"]));
      else {
        const message = messageOf(type, data, thread);
        const origin = { id: textIn(record, "id"), at: timeOf(record["timestamp"]) };
        if (message !== null) thread.add(message, origin);
        else if (!SKIPPED.test(type)) problems.report("unknown-type");
      }
    },
    finish: () => ({
      source: defined({
        format: "copilot-cli" as const,
        tool: "GitHub Copilot CLI",
        formatVersion: numberIn(start, "version")?.toString(),
        toolVersion: textIn(start, "copilotVersion"),
        directory: textIn(recordIn(start, "context"), "cwd"),
      }),
      threads: [thread.finish({ id: textIn(start, "sessionId") ?? "session" })],
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
      const callId = textIn(data, "toolCallId") ?? "";
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
    toolCallPart(textIn(call, "toolCallId"), textIn(call, "name"), call["arguments"]),
  );
}

/** The file records how many of the oldest messages were removed, not which ones stayed. */
function addCompaction(data: JsonRecord, thread: ThreadBuilder, at: number | undefined): void {
  if (data["success"] === false) return;
  const afterId = thread.newestId();
  const summary = textIn(data, "summaryContent");
  const trigger = textIn(data, "trigger");
  const length = numberIn(data, "preCompactionMessagesLength") ?? 0;
  const kept = Math.max(0, length - (numberIn(data, "messagesRemoved") ?? length));
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
      tokensBefore: numberIn(data, "preCompactionTokens"),
      tokensAfter: numberIn(data, "postCompactionTokens"),
      at,
    }),
  });
}
