import type { CompactionState } from "@cutpoint/core";
import type { BaseMessage } from "@langchain/core/messages";
import type { BaseStore, LangGraphRunnableConfig } from "@langchain/langgraph";
import { packMessage, type PackedMessage, unpackMessage } from "../message/packed-message.ts";
import { setId, stateAfter, type Thread } from "./store-state.ts";

/** Where the compacted messages of a thread are kept. */
export type ThreadRecord = {
  /** The store of the agent. */
  readonly store: BaseStore;
  readonly threadId: string;
};

type Compaction = {
  /** The messages of the thread before the compaction. */
  readonly thread: readonly BaseMessage[];
  /** The messages that replace the compacted ones. */
  readonly prefix: readonly BaseMessage[];
  readonly state: CompactionState;
};

/** The messages that one compaction moved, and the key of the entry before. */
type Entry = { readonly previous: string | null; readonly messages: readonly PackedMessage[] };

/** The start of the ids of messages that replace compacted ones. The last id of them is the key of their entry. */
const PREFIX_ID = "cutpoint-";

/** LangGraph's key of the checkpointer of a run. */
const CHECKPOINTER = "__pregel_checkpointer";

/**
 * Returns where the messages of the running thread are kept. `null` without a store, without a checkpointer, and for an
 * agent inside another graph.
 */
export function recordOf(config: LangGraphRunnableConfig | undefined): ThreadRecord | null {
  const { configurable = {}, store } = config ?? {};
  const {
    thread_id: threadId,
    checkpoint_ns: namespace,
    [CHECKPOINTER]: checkpointer,
  } = configurable as Readonly<Record<string, unknown>>;
  const isNested = typeof namespace === "string" && namespace.includes("|");
  if (store === undefined || checkpointer === undefined || isNested) return null;
  return typeof threadId === "string" && threadId !== "" ? { store, threadId } : null;
}

/**
 * Moves the compacted messages of a thread to the store, in one entry. Returns the thread that remains, or `null` if the
 * store fails or no further messages were compacted.
 */
export async function moveCompacted(
  record: ThreadRecord,
  { prefix, state, thread }: Compaction,
): Promise<Thread | null> {
  const boundary = thread.findLastIndex(isPrefixMessage);
  const last = thread.findIndex(({ id }) => id === state.compactedThrough);
  if (last <= boundary || prefix.length === 0) return null;
  const key = `${PREFIX_ID}${crypto.randomUUID()}`;
  const entry: Entry = {
    previous: thread[boundary]?.id ?? null,
    messages: thread.slice(boundary + 1, last + 1).map(packMessage),
  };
  try {
    await ownStore(record.store).put(namespaceOf(record), key, entry, false);
  } catch {
    return null;
  }
  prefix.forEach((message, index) =>
    setId(message, index === prefix.length - 1 ? key : `${key}-${index}`),
  );
  return { messages: [...prefix, ...thread.slice(last + 1)], state: stateAfter(state, key) };
}

/**
 * Returns all messages of a thread, oldest first, with those that compactions moved to the agent's store.
 *
 * Messages whose entries were deleted from the store are left out, with all before them.
 *
 * @param messages the messages in the thread's state
 */
export async function readThreadMessages(
  record: ThreadRecord,
  messages: readonly BaseMessage[],
): Promise<BaseMessage[]> {
  const boundary = messages.findLastIndex(isPrefixMessage);
  const parts: (readonly BaseMessage[])[] = [messages.slice(boundary + 1)];
  let key = messages[boundary]?.id ?? null;
  while (key !== null) {
    const found = await record.store.get(namespaceOf(record), key);
    const entry = found?.value as Entry | undefined;
    parts.unshift((entry?.messages ?? []).map(unpackMessage));
    key = entry?.previous ?? null;
  }
  return parts.flat();
}

/** LangGraph hands over a wrapper whose `put` drops `index`, so a store with an index would embed the messages. */
function ownStore(store: BaseStore): BaseStore {
  return "store" in store ? (store.store as BaseStore) : store;
}

/** The labels of a namespace have no periods and no colons. */
function namespaceOf({ threadId }: ThreadRecord): string[] {
  return ["cutpoint", encodeURIComponent(threadId).replaceAll(".", "%2E")];
}

function isPrefixMessage({ id }: BaseMessage): boolean {
  return id?.startsWith(PREFIX_ID) === true;
}
