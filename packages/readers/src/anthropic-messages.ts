import { textOf, type UserMessage } from "@cutpoint/core";
import { answerParts, anthropicUsage, resultBlocks, userParts } from "./anthropic-blocks.ts";
import { defined, type JsonRecord, recordsIn, textIn, timeOf } from "./fields.ts";
import type { ThreadBuilder } from "./thread-builder.ts";

/** Adds messages of the Messages API. Each result of a user message becomes an item. */
export function addAnthropicMessages(thread: ThreadBuilder): (message: JsonRecord) => void {
  return (message) => {
    const { content } = message;
    const origin = { id: textIn(message, "id"), at: timeOf(message["ts"]) };
    if (message["isSummary"] === true) return addSummary(userParts(content), origin, thread);
    if (message["role"] === "assistant") {
      addCompactions(content, thread);
      const usage = anthropicUsage(message["usage"]);
      thread.addModel(textIn(message, "model"));
      thread.add({ role: "assistant", parts: answerParts(content), ...defined({ usage }) }, origin);
      return;
    }
    const parts = userParts(content);
    if (message["role"] === "system") {
      thread.add({ role: "system", parts: parts.filter((part) => part.type === "text") }, origin);
      return;
    }
    for (const { callId, failed, parts: body } of resultBlocks(content)) {
      const name = thread.toolName(callId);
      thread.add(
        { role: "tool", callId, name, ...(failed ? { failed } : {}), parts: body },
        origin,
      );
    }
    if (parts.length > 0) thread.add({ role: "user", provenance: "user", parts }, origin);
  };
}

/** A summary of Roo Code stands where the messages before it left the view. */
function addSummary(
  parts: UserMessage["parts"],
  origin: { readonly at: number | undefined; readonly id: string | undefined },
  thread: ThreadBuilder,
): void {
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
