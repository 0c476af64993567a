import { summaryOf } from "@cutpoint/core/kit";
import type { CompactionEntry, Entry } from "@cutpoint/session";
import { parseEntry } from "@cutpoint/session/schema";
import { recordsIn, textIn } from "./fields.ts";
import { pathToRoot } from "./path-to-root.ts";
import type { Problems } from "./problems.ts";
import type { Reader } from "./reader.ts";
import { createThreadBuilder, type ThreadBuilder } from "./thread-builder.ts";

/** Reads the logs of Cutpoint sessions: a header, then entries or batches of entries. */
export function createCutpointReader(problems: Problems): Reader {
  const thread = createThreadBuilder(problems);
  const parents = new Map<string, string | null>();
  let sessionId: string | undefined;
  let head: string | null = null;
  return {
    add(record) {
      if (record["format"] !== undefined) {
        sessionId = textIn(record, "sessionId") ?? sessionId;
        return;
      }
      const values = Array.isArray(record["entries"]) ? recordsIn(record["entries"]) : [record];
      for (const value of values) {
        const entry = parseEntry(value);
        parents.set(entry.id, entry.parentId);
        head = entry.id;
        readEntry(entry, thread);
      }
    },
    finish() {
      const live = new Set(pathToRoot(head, parents));
      thread.abandon(thread.items.map(({ id }) => id).filter((id) => !live.has(id)));
      return {
        source: { format: "cutpoint", tool: "Cutpoint" },
        threads: [thread.finish({ id: sessionId ?? "session" })],
      };
    },
  };
}

function readEntry(entry: Entry, thread: ThreadBuilder): void {
  const { id, at } = entry;
  if (entry.type === "message") {
    if (entry.message.role === "assistant") thread.addModel(entry.message.model);
    thread.add(entry.message, { id, at });
  }
  if (entry.type === "branch" && entry.summary !== null)
    thread.add(
      { role: "user", provenance: "summary", parts: [{ type: "text", text: entry.summary.text }] },
      { id, at },
    );
  if (entry.type === "compaction" && entry.receipt !== null) addCompaction(entry, thread);
}

function addCompaction(
  { state, receipt, reason, at }: CompactionEntry,
  thread: ThreadBuilder,
): void {
  const ids = thread.items.map(({ id }) => id);
  const clippedIds = Object.keys(state.replacements).filter((id) => thread.has(id));
  const summary = summaryOf(state);
  const known = {
    afterId: thread.newestId(),
    trigger: reason === "manual" || reason === "overflow" ? reason : ("auto" as const),
    tokensBefore: receipt?.tokensBefore ?? 0,
    tokensAfter: receipt?.tokensAfter ?? 0,
    at,
    ...(clippedIds.length === 0 ? {} : { clippedIds }),
  };
  if (summary === null) return thread.compact({ ...known, method: "prune" });
  thread.compact({
    ...known,
    method: "summary",
    keptIds: ids.slice(ids.indexOf(state.compactedThrough ?? "") + 1),
    summary,
  });
}
