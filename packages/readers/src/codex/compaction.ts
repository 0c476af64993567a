import { textOf, toolCalls } from "@cutpoint/core";
import { defined, type JsonRecord, recordIn, recordsIn, textIn } from "../fields.ts";
import { contentParts } from "../openai-content.ts";
import type { RecordedCompaction } from "../imported-session.ts";
import { withoutFrame } from "../summary-frame.ts";
import type { ThreadBuilder } from "../thread-builder.ts";

/** Adds a compaction that replaced all messages before it. */
export function addCodexCompaction(
  thread: ThreadBuilder,
  payload: JsonRecord,
  at: number | undefined,
): void {
  const afterId = thread.newestId();
  const keptIds = keptItems(thread, replacementItems(payload));
  const text = textIn(payload, "message") ?? "";
  const known: RecordedCompaction = {
    afterId,
    method: text === "" ? "opaque" : "summary",
    trigger: "unknown",
    keptIds,
    ...defined({ at }),
  };
  if (text === "") return thread.compact(known);
  const summaryId = thread.add(
    { role: "user", provenance: "summary", parts: [{ type: "text", text }] },
    { at },
  );
  thread.compact({ ...known, summary: withoutFrame(text), summaryId });
}

/** A reference names an item that the file contains. */
function replacementItems(payload: JsonRecord): readonly JsonRecord[] {
  const entries = recordsIn(payload["replacement_history_entries"]);
  if (entries.length === 0) return recordsIn(payload["replacement_history"]);
  return entries.map((entry) =>
    entry["type"] === "inline" ? recordIn(entry, "item") : { id: entry["item_id"] },
  );
}

/** Items are kept if the replacement has their id, their call or their role and text. */
function keptItems(thread: ThreadBuilder, replacement: readonly JsonRecord[]): readonly string[] {
  const keys = new Set(replacement.flatMap(keysOfReplacement));
  return thread.items
    .filter(({ id, message }) => {
      if (keys.has(`id ${id}`) || keys.has(`${message.role} ${textOf(message)}`)) return true;
      if (message.role === "tool") return keys.has(`result ${message.callId}`);
      return toolCalls(message).some(({ callId }) => keys.has(`call ${callId}`));
    })
    .map(({ id }) => id);
}

function keysOfReplacement(item: JsonRecord): readonly string[] {
  const id = textIn(item, "id");
  const callId = textIn(item, "call_id");
  const text = contentParts(item["content"])
    .flatMap((part) => (part.type === "text" ? [part.text] : []))
    .join("\n");
  const role = item["role"] === "developer" ? "user" : textIn(item, "role");
  const isResult = (textIn(item, "type") ?? "").endsWith("_output");
  return [
    ...(id === undefined ? [] : [`id ${id}`]),
    ...(callId === undefined ? [] : [`${isResult ? "result" : "call"} ${callId}`]),
    ...(role === undefined || text === "" ? [] : [`${role} ${text}`]),
  ];
}
