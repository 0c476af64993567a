import { CutpointError, type Message } from "@cutpoint/core";
import {
  type BranchEntry,
  type Entry,
  type MessageEntry,
  readPath,
  type SessionStore,
} from "@cutpoint/session";
import type { AgentInputItem } from "@openai/agents-core";
import { fromAgentItems, toAgentItems } from "../items/convert.ts";

/** How often a pop that lost a race is tried again upon the newer log. */
const MAX_RACES = 16;

type Link = () => { readonly id: string; readonly at: number };

/**
 * Takes the newest item out of sight: a branch to its parent, with the compaction, pins and hides that came after it.
 * What was popped stays in the log. A compaction that covers it is left behind.
 *
 * @throws `conflict` where other writers were faster too often
 */
export async function popNewest(
  store: SessionStore,
  sessionId: string,
  link: Link,
): Promise<AgentInputItem | undefined> {
  for (let race = 0; race <= MAX_RACES; race += 1) {
    const end = await endOfPath(store, sessionId);
    if (end === null) return undefined;
    const items = toAgentItems(end.message);
    const entries = withoutNewest(end, items.slice(0, -1), link);
    const result = await store.append(sessionId, entries, { expectedHead: end.head });
    if (result.type === "appended") return items.at(-1);
  }
  throw new CutpointError("conflict", `other writers were faster ${MAX_RACES} times in a row`);
}

type PathEnd = {
  readonly head: string;
  readonly newest: Entry;
  readonly message: Message;
  /** What came after the newest message, oldest first. */
  readonly later: readonly Entry[];
  /** The newest item before it. */
  readonly before: string | null;
};

async function endOfPath(store: SessionStore, sessionId: string): Promise<PathEnd | null> {
  let head: string | null = null;
  let found: Omit<PathEnd, "before"> | null = null;
  const later: Entry[] = [];
  for await (const entry of readPath(store, sessionId)) {
    head ??= entry.id;
    const message = saidBy(entry);
    if (found !== null) {
      if (message !== null) return { ...found, before: entry.id };
    } else if (isReset(entry)) return null;
    else if (message === null) later.unshift(entry);
    else found = { head, newest: entry, message, later };
  }
  return found === null ? null : { ...found, before: null };
}

/** Nothing before a reset is shown, so nothing of it can be popped. */
function isReset(entry: Entry): boolean {
  return entry.type === "compaction" && entry.reason === "reset";
}

function saidBy(entry: Entry): Message | null {
  if (entry.type === "message") return entry.message;
  if (entry.type !== "branch" || entry.summary === null) return null;
  return {
    role: "user",
    provenance: "summary",
    parts: [{ type: "text", text: entry.summary.text }],
  };
}

function withoutNewest(
  { before, head, later, newest }: PathEnd,
  rest: readonly AgentInputItem[],
  link: Link,
): readonly Entry[] {
  const branch: BranchEntry = {
    type: "branch",
    ...link(),
    parentId: newest.parentId,
    from: head,
    summary: null,
  };
  const messages = fromAgentItems(rest).map((message): Omit<MessageEntry, "parentId"> => ({
    type: "message",
    ...link(),
    message,
  }));
  const carried = later.flatMap((entry) => carriedOver(entry, newest.id, before, link));
  const entries: Entry[] = [branch];
  for (const entry of [...messages, ...carried])
    entries.push({ ...entry, parentId: entries.at(-1)?.id ?? null });
  return entries;
}

/** A later record as it stands without the popped item, if it still means something. */
function carriedOver(
  entry: Entry,
  popped: string,
  before: string | null,
  link: Link,
): readonly Entry[] {
  switch (entry.type) {
    case "compaction": {
      const { state } = entry;
      if (state.compactedThrough === popped) return [];
      const lastSeenId = state.lastSeenId === popped ? before : state.lastSeenId;
      const firstKeptId = state.firstKeptId === popped ? null : state.firstKeptId;
      return [{ ...entry, ...link(), state: { ...state, lastSeenId, firstKeptId } }];
    }
    case "pin":
      return entry.itemId === popped ? [] : [{ ...entry, ...link() }];
    case "hide":
      return [{ ...entry, ...link() }];
    default:
      return [];
  }
}
