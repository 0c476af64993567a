import { textOf, type UserMessage } from "@cutpoint/core";
import { defined, type JsonRecord, recordIn, textIn, timeOf } from "../fields.ts";
import type { ImportedThread, RecordedCompaction } from "../imported-session.ts";
import type { Problems } from "../ledger.ts";
import { withoutFrame } from "../summary-frame.ts";
import { createThreadBuilder, type ThreadBuilder } from "../thread-builder.ts";
import { createRecordTree, type RecordTree } from "../record-tree.ts";
import { createBranches } from "./branches.ts";

/** One conversation of a file. */
export type ClaudeThread = {
  readonly items: ThreadBuilder;
  readonly tree: RecordTree;
  /** Item by message id: an answer is stored in several lines. */
  readonly answers: Map<string, string>;
  readonly itemsOfLine: Map<string, readonly string[]>;
  readonly addUserLine: (uuid: string, record: JsonRecord) => void;
  readonly addCompaction: (compaction: RecordedCompaction) => void;
  /** Adds the summary to the newest compaction. A summary without a boundary is a compaction of its own. */
  readonly addSummary: (id: string, message: UserMessage, record: JsonRecord) => void;
};

/** Separates the main conversation from those of sub-agents. */
export type ClaudeThreads = {
  /** Whether the line was read before. A resumed session repeats old lines. */
  readonly has: (uuid: string) => boolean;
  readonly of: (record: JsonRecord, uuid: string) => ClaudeThread;
  /** Reads a title, or the newest line of the session. Returns `false` if the record has neither. */
  readonly readTitle: (record: JsonRecord) => boolean;
  /** The newest item of the main conversation. */
  readonly newestId: () => string | null;
  /** Adds a message to the main conversation. */
  readonly insert: ThreadBuilder["insert"];
  readonly linkSubAgent: (agentId: string, callId: string) => void;
  readonly finish: () => readonly ImportedThread[];
};

const MAIN = "";

/** The fields of titles, by the type of their line. */
const TITLES: Readonly<Record<string, string>> = {
  "custom-title": "customTitle",
  "ai-title": "aiTitle",
  summary: "summary",
};

export function createClaudeThreads(problems: Problems): ClaudeThreads {
  const threads = new Map<string, ClaudeThread & { readonly finish: Finish }>();
  const keys = new Map<string, string>();
  const callOfAgent = new Map<string, string>();
  const titles = new Map<string, string>();
  let sessionId: string | undefined;
  let namedLeaf: string | null = null;
  let newestLine = "";

  function open(key: string): ClaudeThread {
    const found = threads.get(key) ?? createClaudeThread(problems);
    threads.set(key, found);
    return found;
  }

  return {
    has: (uuid) => keys.has(uuid),
    of(record, uuid) {
      sessionId ??= textIn(record, "sessionId");
      const parent = textIn(record, "parentUuid") ?? null;
      const key = record["isSidechain"] === true ? sideKey(record, parent, uuid) : MAIN;
      keys.set(uuid, key);
      const thread = open(key);
      thread.tree.add(uuid, parent);
      if (key === MAIN) {
        newestLine = uuid;
        namedLeaf = null;
      }
      return thread;
    },
    readTitle(record) {
      const key = TITLES[textIn(record, "type") ?? ""];
      const title = key === undefined ? undefined : textIn(record, key);
      if (key !== undefined && title !== undefined) {
        titles.set(key, title);
        return true;
      }
      const leaf = record["type"] === "last-prompt" ? textIn(record, "leafUuid") : undefined;
      namedLeaf = leaf ?? namedLeaf;
      return leaf !== undefined;
    },
    newestId: () => threads.get(MAIN)?.items.newestId() ?? null,
    insert: (...values) => open(MAIN).items.insert(...values),
    linkSubAgent: (agentId, callId) => void callOfAgent.set(agentId, callId),
    finish() {
      const title = titles.get("customTitle") ?? titles.get("aiTitle") ?? titles.get("summary");
      const id = sessionId ?? "main";
      return [...threads]
        .toSorted(([left], [right]) => Number(left !== MAIN) - Number(right !== MAIN))
        .map(([key, thread]) =>
          key === MAIN
            ? thread.finish({ id, title }, namedLeaf ?? newestLine)
            : thread.finish({ id: key, parentId: id, parentCallId: callOfAgent.get(key) }, null),
        );
    },
  };

  function sideKey(record: JsonRecord, parent: string | null, uuid: string): string {
    return textIn(record, "agentId") ?? (parent === null ? undefined : keys.get(parent)) ?? uuid;
  }
}

type Finish = (
  fields: Parameters<ThreadBuilder["finish"]>[0],
  leaf: string | null,
) => ImportedThread;

function createClaudeThread(problems: Problems): ClaudeThread & { readonly finish: Finish } {
  const items = createThreadBuilder(problems);
  const tree = createRecordTree();
  const branches = createBranches(tree);
  const itemsOfLine = new Map<string, readonly string[]>();
  let open: RecordedCompaction | null = null;
  let count = 0;

  function addCompaction(compaction: RecordedCompaction): void {
    closeCompaction();
    if (compaction.method === "prune") return items.compact(compaction);
    open = compaction;
    count += 1;
  }

  function closeCompaction(): void {
    if (open !== null) items.compact(open);
    open = null;
  }

  return {
    items,
    tree,
    answers: new Map(),
    itemsOfLine,
    addUserLine(uuid, record) {
      branches.addUserLine(uuid, textIn(record, "parentUuid") ?? null, count);
    },
    addCompaction,
    addSummary(id, message, record) {
      const isRewind = recordIn(record, "summarizeMetadata")["direction"] !== undefined;
      const before = items.items.at(-2)?.id ?? null;
      const at = timeOf(record["timestamp"]);
      if (open === null)
        addCompaction({
          afterId: before,
          method: "summary",
          trigger: isRewind ? "manual" : "unknown",
          keptIds: [],
          ...defined({ at }),
        });
      items.compact({
        ...open,
        summary: withoutFrame(textOf(message)),
        summaryId: id,
      } as RecordedCompaction);
      open = null;
    },
    finish(fields, leaf) {
      closeCompaction();
      if (leaf !== null)
        for (const uuid of branches.deadLines(leaf)) items.abandon(itemsOfLine.get(uuid) ?? []);
      return items.finish(fields);
    },
  };
}
