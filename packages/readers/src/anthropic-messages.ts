import { textOf, type UserMessage } from "@cutpoint/core";
import { answerParts, anthropicUsage, resultBlocks, userParts } from "./anthropic-blocks.ts";
import { defined, type JsonRecord, recordsIn, textIn, timeOf } from "./fields.ts";
import type { RecordUse } from "./ledger.ts";
import type { ThreadBuilder } from "./thread-builder.ts";

/** Adds messages of the Messages API. Each result of a user message becomes an item. */
export function addAnthropicMessages(thread: ThreadBuilder): (message: JsonRecord) => RecordUse {
  return (message) => {
    const { content, role } = message;
    const origin = { id: textIn(message, "id"), at: timeOf(message["ts"]) };
    if (message["type"] === "reasoning" && role === undefined) {
      const signature = textIn(message, "encrypted_content");
      const part = { type: "reasoning" as const, text: "", ...defined({ signature }) };
      thread.add({ role: "assistant", parts: [part] }, origin);
      return "used";
    }
    if (role !== "assistant" && role !== "user" && role !== "system") return "unknown-type";
    const parts = userParts(content);
    if (message["isSummary"] === true) return addSummary(parts, origin, thread);
    if (message["isTruncationMarker"] === true) return addTruncation(parts, origin, thread);
    if (role === "assistant") {
      addCompactions(content, thread);
      const usage = anthropicUsage(message["usage"]);
      thread.addModel(textIn(message, "model"));
      thread.add({ role: "assistant", parts: answerParts(content), ...defined({ usage }) }, origin);
      return "used";
    }
    if (role === "system") {
      thread.add({ role, parts: parts.filter((part) => part.type === "text") }, origin);
      return "used";
    }
    const results = resultBlocks(content);
    for (const { callId, failed, parts: body } of results) {
      const name = thread.toolName(callId);
      thread.add(
        { role: "tool", callId, name, ...(failed ? { failed } : {}), parts: body },
        origin,
      );
    }
    if (parts.length > 0) thread.add({ role, provenance: "user", parts }, origin);
    return parts.length + results.length > 0 ? "used" : "not-shown";
  };
}

type Origin = { readonly at: number | undefined; readonly id: string | undefined };

/** Roo Code writes a summary where the messages before it left the view. */
function addSummary(parts: UserMessage["parts"], origin: Origin, thread: ThreadBuilder): RecordUse {
  const afterId = thread.newestId();
  const message: UserMessage = { role: "user", provenance: "summary", parts };
  const summaryId = thread.add(message, origin);
  thread.compact({
    afterId,
    method: "summary",
    trigger: "unknown",
    summary: textOf(message),
    summaryId,
    keptIds: [],
    ...defined({ at: origin.at }),
  });
  return "used";
}

/** Roo Code writes a marker where it left out the messages before it. */
function addTruncation(
  parts: UserMessage["parts"],
  origin: Origin,
  thread: ThreadBuilder,
): RecordUse {
  const known = { afterId: thread.newestId(), ...defined({ at: origin.at }) };
  thread.compact({ ...known, method: "drop", trigger: "unknown", keptIds: [] });
  thread.add({ role: "user", provenance: "synthetic", parts }, origin);
  return "used";
}

/** What came before a compaction block was no longer shown to the model. */
function addCompactions(content: unknown, thread: ThreadBuilder): void {
  for (const block of recordsIn(content).filter(({ type }) => type === "compaction")) {
    const summary = textIn(block, "content");
    thread.compact({
      afterId: thread.newestId(),
      method: summary === undefined ? "opaque" : "summary",
      trigger: "unknown",
      keptIds: [],
      ...defined({ summary }),
    });
  }
}
