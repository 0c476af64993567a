import type { CompactionState } from "@cutpoint/core";
import type { BaseMessage } from "@langchain/core/messages";
import {
  type BaseStore,
  InMemoryStore,
  type LangGraphRunnableConfig,
  MemorySaver,
} from "@langchain/langgraph";
import { invalidInput } from "@cutpoint/core/kit";
import { packMessage, type PackedMessage, unpackMessage } from "../message/packed-message.ts";
import { createPrefixId, isPrefixMessage, replacedCountOf } from "./prefix-id.ts";
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

/**
 * The messages that one compaction moved, and the key of the entry before. The key is the id of the last message that
 * replaces them.
 */
type Entry = { readonly previous: string | null; readonly messages: readonly PackedMessage[] };

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
 * Checks that the store of the running thread lasts as long as its checkpoints.
 *
 * @throws `invalid-input` if the store is in memory, and the checkpoints are not
 */
export function assertDurable(config: LangGraphRunnableConfig | undefined): void {
  const record = recordOf(config);
  if (record === null || !(ownStore(record.store) instanceof InMemoryStore)) return;
  const { [CHECKPOINTER]: checkpointer } = config?.configurable ?? {};
  if (!(checkpointer instanceof MemorySaver))
    throw invalidInput(
      "persist",
      "store",
      'expected "view" for an agent with an InMemoryStore: a restart would lose the messages that are moved there',
    );
}

/**
 * Moves the compacted messages of a thread to the store, in one entry. Returns the thread that remains, or `null` if the
 * store fails or no further messages were compacted.
 *
 * @param record `null` deletes the messages
 */
export async function moveCompacted(
  record: ThreadRecord | null,
  { prefix, state, thread }: Compaction,
): Promise<Thread | null> {
  const boundary = thread.findLastIndex(isPrefixMessage);
  const last = thread.findIndex(({ id }) => id === state.compactedThrough);
  if (last <= boundary || prefix.length === 0) return null;
  const previous = thread[boundary]?.id ?? null;
  const moved = thread.slice(boundary + 1, last + 1);
  const key = createPrefixId(replacedCountOf(previous) + moved.length);
  const entry: Entry = { previous, messages: moved.map(packMessage) };
  try {
    if (record !== null) await ownStore(record.store).put(namespaceOf(record), key, entry, false);
  } catch {
    return null;
  }
  prefix.forEach((message, index) =>
    setId(message, index === prefix.length - 1 ? key : `${key}-${index}`),
  );
  return { messages: [...prefix, ...thread.slice(last + 1)], state: stateAfter(state, key) };
}

/** All messages of a thread that were found. */
export type ThreadMessages = {
  /** Oldest first. */
  readonly messages: BaseMessage[];
  /** The number of older messages that the store does not have, for example after its data was deleted. */
  readonly missing: number;
};

/**
 * Returns all messages of a thread, with those that compactions moved to the agent's store.
 *
 * If an entry is not in the store, all messages before it are missing too. If it is the newest one, or if `persist` is
 * `replace`, the messages of the thread are returned with the summary.
 *
 * @param messages the messages in the thread's state
 */
export async function readThreadMessages(
  record: ThreadRecord,
  messages: readonly BaseMessage[],
): Promise<ThreadMessages> {
  const boundary = messages.findLastIndex(isPrefixMessage);
  const parts: (readonly BaseMessage[])[] = [messages.slice(boundary + 1)];
  let key = messages[boundary]?.id ?? null;
  while (key !== null) {
    const found = await record.store.get(namespaceOf(record), key);
    if (found === null || found === undefined)
      return {
        messages: parts.length === 1 ? [...messages] : parts.flat(),
        missing: replacedCountOf(key),
      };
    const entry = found.value as Entry;
    parts.unshift(entry.messages.map(unpackMessage));
    key = entry.previous;
  }
  return { messages: parts.flat(), missing: 0 };
}

/** LangGraph hands over a wrapper whose `put` drops `index`, so a store with an index would embed the messages. */
function ownStore(store: BaseStore): BaseStore {
  return "store" in store ? (store.store as BaseStore) : store;
}

/** The labels of a namespace have no periods and no colons. */
function namespaceOf({ threadId }: ThreadRecord): string[] {
  return ["cutpoint", encodeURIComponent(threadId).replaceAll(".", "%2E")];
}

type DeletedThread = {
  readonly threadId: string;
  readonly checkpointer: { deleteThread(threadId: string): Promise<void> };
  /** The store of the agent. Default: none. */
  readonly store?: BaseStore;
};

const PAGE = 100;

/** Deletes the checkpoints of a thread, and the messages that compactions moved to the agent's store. */
export async function deleteThread({
  checkpointer,
  store,
  threadId,
}: DeletedThread): Promise<void> {
  await checkpointer.deleteThread(threadId);
  if (store === undefined) return;
  const namespace = namespaceOf({ store, threadId });
  for (;;) {
    const found = await store.search(namespace, { limit: PAGE });
    for (const { key } of found) await store.delete(namespace, key);
    if (found.length < PAGE) return;
  }
}
