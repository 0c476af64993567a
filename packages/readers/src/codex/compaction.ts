import { type Message, textOf } from "@cutpoint/core";
import { addSummary } from "../add-summary.ts";
import { textParts } from "../content-parts.ts";
import { type JsonRecord, recordIn, recordsIn, textIn } from "../fields.ts";
import type { Problems } from "../ledger.ts";
import { type MessageIndex, restoreMessages } from "../message-index.ts";
import { createItemCollector } from "../responses/collect-items.ts";
import { withoutFrame } from "../summary-frame.ts";
import { createThreadBuilder, type ThreadBuilder } from "../thread-builder.ts";
import { codexInput } from "./input-message.ts";

/**
 * Adds a compaction that replaced all messages before it. Returns the ids of the messages that only its record contains.
 */
export function addCodexCompaction(
  payload: JsonRecord,
  at: number | undefined,
  {
    index,
    problems,
    thread,
  }: { readonly index: MessageIndex; readonly problems: Problems; readonly thread: ThreadBuilder },
): readonly string[] {
  const text = textIn(payload, "message") ?? "";
  abandonSummaryAnswer(thread, text);
  const { items, referredIds } = replacementOf(payload);
  const messages = messagesOf(items, problems).filter((message) => !isSummary(message, text));
  const { keptIds, restoredIds } = restoreMessages(messages, thread, index);
  const kept = [...new Set([...referredIds, ...keptIds])].filter((id) => thread.has(id));
  const inOrder = kept.toSorted((left, right) => thread.placeOf(left) - thread.placeOf(right));
  const facts = { keptIds: inOrder, at };
  if (text === "") thread.compact({ method: "opaque", ...facts });
  else addSummary(thread, textParts(text), { at }, { ...facts, summary: withoutFrame(text) });
  return restoredIds;
}

/** The answer with a local summary is stored before the summary, but is not sent again. */
function abandonSummaryAnswer(thread: ThreadBuilder, summary: string): void {
  const newest = thread.items.at(-1);
  const answer = newest?.message.role === "assistant" ? textOf(newest.message).trim() : "";
  if (newest !== undefined && answer !== "" && summary.trim().endsWith(answer))
    thread.abandon([newest.id]);
}

type Replacement = {
  readonly items: readonly JsonRecord[];
  /** Ids of items that the file contains. */
  readonly referredIds: readonly string[];
};

function replacementOf(payload: JsonRecord): Replacement {
  const entries = recordsIn(payload["replacement_history_entries"]);
  if (entries.length === 0)
    return { items: recordsIn(payload["replacement_history"]), referredIds: [] };
  return {
    items: entries.flatMap((entry) =>
      entry["type"] === "inline" ? [recordIn(entry, "item")] : [],
    ),
    referredIds: entries.flatMap((entry) => textIn(entry, "item_id") ?? []),
  };
}

function messagesOf(items: readonly JsonRecord[], problems: Problems): readonly Message[] {
  const thread = createThreadBuilder(problems);
  const collector = createItemCollector(thread, codexInput);
  for (const item of items) collector.add(item);
  return thread.items.map(({ message }) => message);
}

function isSummary(message: Message, text: string): boolean {
  if (message.role !== "user") return false;
  const [first] = message.parts;
  const isText = first?.type === "text" && text !== "" && first.text.trim() === text.trim();
  return isText || message.provenance === "summary";
}
