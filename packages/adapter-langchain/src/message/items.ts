import type { CompactionState, History, Item, Message } from "@cutpoint/core";
import { assertMessage, type TrackedHistory, trackHistory } from "@cutpoint/core/kit";
import { fingerprint } from "@cutpoint/host-kit";
import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { takeSnapshot, type MessageSnapshot, matchesSnapshot } from "./message-snapshot.ts";
import { packMessage } from "./packed-message.ts";
import { projectionOf } from "./projection.ts";

/** The messages of a host as items. */
export type HostItems = {
  readonly items: readonly Item[];
  /** The n-th is the message of the n-th item. */
  readonly originals: readonly BaseMessage[];
  /** The items with the given state. Without a state it is the same object as long as messages are only appended. */
  readonly history: History;
  /** Lets the next read of the thread append to these items and this history. Do not use them afterwards. */
  readonly release: () => void;
};

type ReadOptions = {
  /** The model that will answer. */
  readonly model?: string | undefined;
  /** Messages before its boundary are not read, if the boundary is found. */
  readonly state?: CompactionState | null;
  /** The messages to compare with their snapshots. Default: `newest`, the last 8. */
  readonly compare?: "newest" | "all";
};

/** Reads LangChain's messages as items. */
export type ItemReader = (messages: readonly BaseMessage[], options?: ReadOptions) => HostItems;

/** Hosts that edit messages in place edit one of the newest. */
const NEWEST_COMPARED = 8;

/** The item of a message, and the values that it was read from. */
type CachedItem = {
  readonly item: Item;
  readonly snapshot: MessageSnapshot;
  /** The name of the model or the tool, which the item contains. */
  readonly contextName: string | undefined;
  /** The id before it, if the item's id is a hash; otherwise `null`. */
  readonly previousId: string | null;
};

/** The messages that were read of a thread. The next call passes the same objects with new ones at the end. */
type Reading = {
  readonly model: string | undefined;
  readonly originals: BaseMessage[];
  /** The items, without a state. */
  readonly tracked: TrackedHistory;
  /** The ids of the items. */
  readonly ids: Set<string>;
  /** The names of the tools by the ids of their calls. */
  readonly toolNames: Map<string, string>;
};

/**
 * Creates a reader that returns the same item for the same message. Messages that were read before are compared by
 * identity.
 *
 * An item's id is the id of its message. If a message has no id, or one that occurred before, the item's id is a hash
 * of the previous id and the content. A message that was edited in place becomes a new item: one of the newest 8 at
 * once, an older one with `compare: "all"`.
 */
export function createItemReader(): ItemReader {
  const cache = new WeakMap<BaseMessage, CachedItem>();
  /** The released readings by their first message. */
  const readings = new WeakMap<BaseMessage, Reading>();

  const isUnchanged = (before: readonly BaseMessage[]): boolean =>
    before.every((message) => matchesSnapshot(message, cache.get(message)?.snapshot));

  const itemOf = (message: BaseMessage, place: number, reading: Reading): Item => {
    const { ids, model, toolNames, tracked } = reading;
    const { items } = tracked.history;
    const hasOwnId = message.id !== undefined && message.id !== "" && !ids.has(message.id);
    const previousId = hasOwnId ? null : (items.at(-1)?.id ?? "");
    const cached = cache.get(message);
    const contextName = contextNameOf(message, toolNames, model);
    if (
      cached !== undefined &&
      cached.previousId === previousId &&
      cached.contextName === contextName &&
      (!hasOwnId || cached.item.id === message.id) &&
      matchesSnapshot(message, cached.snapshot)
    )
      return cached.item;
    const item = newItem(message, { model, previousId, toolNames });
    assertMessage(item.message, `messages[${place}]`);
    cache.set(message, { item, snapshot: takeSnapshot(message), contextName, previousId });
    return item;
  };

  /** Takes the reading that the messages continue, so that no other call appends to it meanwhile. */
  const takeReading = (
    messages: readonly BaseMessage[],
    { compare = "newest", model }: ReadOptions,
  ): Reading => {
    const [first] = messages;
    const before = first && readings.get(first);
    if (first !== undefined) readings.delete(first);
    const compared = compare === "all" ? messages.length : NEWEST_COMPARED;
    const isContinued =
      before !== undefined &&
      before.model === model &&
      startsWith(messages, before.originals) &&
      isUnchanged(before.originals.slice(-compared));
    if (isContinued) return before;
    const tracked = trackHistory({ items: [], state: null });
    return { originals: [], tracked, model, ids: new Set(), toolNames: new Map() };
  };

  return (messages, options = {}) => {
    const { state = null } = options;
    const start = state === null ? 0 : Math.max(0, boundaryIndex(messages, state));
    const originals = start === 0 ? messages : messages.slice(start);
    const reading = takeReading(originals, options);
    const { ids, toolNames, tracked } = reading;
    const { items } = tracked.history;
    for (let index = items.length; index < originals.length; index += 1) {
      const message = originals[index] as BaseMessage;
      collectToolNames(message, toolNames);
      const item = itemOf(message, start + index, reading);
      ids.add(item.id);
      tracked.append(item);
      reading.originals.push(message);
    }
    return {
      items,
      originals,
      history: state === null ? tracked.history : { items, state },
      release() {
        const [first] = reading.originals;
        if (first !== undefined) readings.set(first, reading);
      },
    };
  };
}

/** Whether an array begins with the values of another one. */
export function startsWith(values: readonly unknown[], before: readonly unknown[]): boolean {
  if (values.length < before.length) return false;
  for (let index = 0; index < before.length; index += 1)
    if (values[index] !== before[index]) return false;
  return true;
}

/** Reads messages without a cache. */
export function hostItems(messages: readonly BaseMessage[]): HostItems {
  return createItemReader()(messages);
}

const hostMessages = new WeakMap<Message, BaseMessage>();

/** Returns the host's message that a message was read from; `undefined` if it was not read here. */
export function hostMessageOf(message: Message): BaseMessage | undefined {
  return hostMessages.get(message);
}

type ItemContext = {
  readonly model: string | undefined;
  readonly previousId: string | null;
  readonly toolNames: ReadonlyMap<string, string>;
};

function newItem(original: BaseMessage, { model, previousId, toolNames }: ItemContext): Item {
  const message = projectionOf(original, { model, toolName: (callId) => toolNames.get(callId) });
  hostMessages.set(message, original);
  const id = previousId === null ? String(original.id) : chainedId(previousId, original);
  return { id, message };
}

function chainedId(previousId: string, message: BaseMessage): string {
  return `hash-${fingerprint(`${previousId}\n${JSON.stringify(packMessage(message))}`)}`;
}

/** Results of some hosts have no tool name, but their calls do. */
function collectToolNames(message: BaseMessage, toolNames: Map<string, string>): void {
  if (!AIMessage.isInstance(message)) return;
  for (const { id, name } of message.tool_calls ?? [])
    if (id !== undefined) toolNames.set(id, name);
}

function contextNameOf(
  message: BaseMessage,
  toolNames: ReadonlyMap<string, string>,
  model: string | undefined,
): string | undefined {
  return ToolMessage.isInstance(message) ? toolNames.get(message.tool_call_id) : model;
}

/** Returns the index of the newest compacted message. Returns -1 if the messages after it do not match the state. */
function boundaryIndex(
  messages: readonly BaseMessage[],
  { compactedThrough, firstKeptId, lastSeenId }: CompactionState,
): number {
  if (compactedThrough === null) return -1;
  let isSeen = lastSeenId === null;
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const id = messages[index]?.id;
    if (id === lastSeenId) isSeen = true;
    if (id !== compactedThrough) continue;
    const isFollowed = firstKeptId === null || messages[index + 1]?.id === firstKeptId;
    return isFollowed && isSeen ? index : -1;
  }
  return -1;
}
