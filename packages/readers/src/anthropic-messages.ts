import { addSummary } from "./add-summary.ts";
import { answerParts, anthropicUsage, resultBlocks, userParts } from "./anthropic-blocks.ts";
import { reasoningPart } from "./content-parts.ts";
import { defined, type JsonRecord, recordsIn, textIn, timeOf } from "./fields.ts";
import type { RecordUse } from "./ledger.ts";
import { fromUser, resultMessage } from "./messages.ts";
import { splitNotes } from "./program-text.ts";
import type { ThreadBuilder } from "./thread-builder.ts";

/** Adds messages of the Messages API. Each result of a user message becomes an item. */
export function addAnthropicMessages(thread: ThreadBuilder): (message: JsonRecord) => RecordUse {
  return (message) => {
    const { content, role } = message;
    const origin = { id: textIn(message, "id"), at: timeOf(message["ts"]) };
    if (message["type"] === "reasoning" && role === undefined) {
      const part = reasoningPart("", textIn(message, "encrypted_content"));
      thread.add({ role: "assistant", parts: [part] }, origin);
      return "used";
    }
    if (role !== "assistant" && role !== "user" && role !== "system") return "unknown-type";
    const parts = userParts(content);
    // Roo Code writes a summary or a marker where the messages before it left the view.
    if (message["isSummary"] === true) {
      addSummary(thread, parts, origin);
      return "used";
    }
    if (message["isTruncationMarker"] === true) {
      thread.compact({ method: "drop", keptIds: [], at: origin.at });
      thread.add(fromUser("synthetic", parts), origin);
      return "used";
    }
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
    for (const { callId, failed, parts: body } of results)
      thread.add(resultMessage(callId, thread.toolName(callId), body, failed), origin);
    for (const said of splitNotes(parts)) thread.add(said, origin);
    return parts.length + results.length > 0 ? "used" : "not-shown";
  };
}

/** What came before a compaction block was no longer shown to the model. */
function addCompactions(content: unknown, thread: ThreadBuilder): void {
  for (const block of recordsIn(content).filter(({ type }) => type === "compaction")) {
    const summary = textIn(block, "content");
    const method = summary === undefined ? "opaque" : "summary";
    thread.compact({ method, keptIds: [], summary });
  }
}
