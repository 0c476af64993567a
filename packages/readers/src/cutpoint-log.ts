import type { CompactionState, UserMessage } from "@cutpoint/core";
import { summaryOf } from "@cutpoint/core/kit";
import type { CompactionEntry, Entry } from "@cutpoint/session";
import { parseEntry } from "@cutpoint/session/schema";
import { textParts } from "./content-parts.ts";
import { type JsonRecord, textIn } from "./fields.ts";
import type { Problems } from "./ledger.ts";
import { fromUser } from "./messages.ts";
import type { Reader } from "./reader.ts";
import { createRecordTree } from "./record-tree.ts";
import { sessionOf } from "./single-thread.ts";
import { createThreadBuilder, type ThreadBuilder } from "./thread-builder.ts";

/** Reads the logs of Cutpoint sessions: a header, then entries or batches of entries. */
export function createCutpointReader(problems: Problems): Reader {
  const thread = createThreadBuilder(problems);
  const tree = createRecordTree();
  let sessionId: string | undefined;
  let evicted: CompactionState | null = null;
  return {
    add(record) {
      if (record["format"] !== undefined) {
        sessionId = textIn(record, "sessionId") ?? sessionId;
        return "used";
      }
      const entry = parseEntry(record);
      if (tree.has(entry.id)) return "repeated";
      tree.add(entry.id, entry.parentId);
      if (entry.type === "compaction" && !thread.has(entry.state?.compactedThrough ?? ""))
        evicted = entry.state;
      return readEntry(entry, thread) ? "used" : "not-shown";
    },
    finish() {
      if (evicted !== null) insertEvicted(evicted, thread);
      const live = new Set(tree.pathFrom(tree.newest()));
      thread.abandon(thread.items.map(({ id }) => id).filter((id) => !live.has(id)));
      return sessionOf(thread, { format: "cutpoint", tool: "Cutpoint" }, { id: sessionId });
    },
  };
}

/** The entries of a line that contains several; `null` for a header or an entry. */
export function entriesIn({ entries }: JsonRecord): readonly unknown[] | null {
  return Array.isArray(entries) ? entries : null;
}

/** Returns whether the entry has a message or a compaction. */
function readEntry(entry: Entry, thread: ThreadBuilder): boolean {
  const { id, at } = entry;
  if (entry.type === "message") {
    if (entry.message.role === "assistant") thread.addModel(entry.message.model);
    thread.add(entry.message, { id, at });
    return true;
  }
  if (entry.type === "branch") {
    if (entry.summary !== null) thread.add(summaryMessage(entry.summary.text), { id, at });
    return true;
  }
  if (entry.type !== "compaction") return false;
  if (entry.receipt !== null) addCompaction(entry, thread);
  return true;
}

function summaryMessage(text: string): UserMessage {
  return fromUser("summary", textParts(text));
}

function addCompaction(
  { state, receipt, reason, at }: CompactionEntry,
  thread: ThreadBuilder,
): void {
  const clippedIds = Object.keys(state.replacements).filter((id) => thread.has(id));
  const summary = summaryOf(state);
  const known = {
    trigger: reason === "manual" || reason === "overflow" ? reason : ("auto" as const),
    tokensBefore: receipt?.tokensBefore ?? 0,
    tokensAfter: receipt?.tokensAfter ?? 0,
    at,
    cost: receipt?.cost,
    clippedIds: clippedIds.length === 0 ? undefined : clippedIds,
  };
  if (summary === null) return thread.compact({ ...known, method: "prune" });
  thread.compact({
    ...known,
    method: "summary",
    keptIds: thread.items
      .slice(thread.placeOf(state.compactedThrough ?? "") + 1)
      .map(({ id }) => id),
    summary,
  });
}

/** Adds the words of the user and the summary of entries that were deleted after a compaction. */
function insertEvicted({ prefix }: CompactionState, thread: ThreadBuilder): void {
  const texts = prefix.flatMap(({ kind, part }): readonly UserMessage[] => {
    if (kind === "summary") return part.type === "text" ? [summaryMessage(part.text)] : [];
    if (kind !== "user" && kind !== "first-request") return [];
    return [fromUser("user", [part])];
  });
  for (const message of texts) thread.insert(null, message, undefined);
}
