import type { CompactionState, Item, Message } from "@cutpoint/core";
import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { takeSnapshot, type MessageSnapshot, matchesSnapshot } from "./message-snapshot.ts";
import { fingerprint } from "@cutpoint/host-kit";
import { packMessage } from "./packed-message.ts";
import { projectionOf } from "./projection.ts";

/** The messages of a host as items. */
export type HostItems = {
  readonly items: readonly Item[];
  /** The n-th is the message of the n-th item. */
  readonly originals: readonly BaseMessage[];
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

/** The newest messages that were read of a thread. The next call passes the same objects with new ones at the end. */
type Reading = HostItems & {
  readonly model: string | undefined;
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
  const readings = new WeakMap<BaseMessage, Reading>();

  const isUnchanged = (before: Reading, compared: number): boolean =>
    before.originals.slice(-compared).every((message) => {
      const cached = cache.get(message);
      return cached !== undefined && matchesSnapshot(message, cached.snapshot);
    });

  const itemOf = (message: BaseMessage, { ids, items, model, toolNames }: Reading): Item => {
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
    cache.set(message, { item, snapshot: takeSnapshot(message), contextName, previousId });
    return item;
  };

  return (messages, { model, state = null, compare = "newest" } = {}) => {
    const start = state === null ? 0 : Math.max(0, boundaryIndex(messages, state));
    const originals = start === 0 ? messages : messages.slice(start);
    const [first] = originals;
    const before = first === undefined ? undefined : readings.get(first);
    const compared = compare === "all" ? originals.length : NEWEST_COMPARED;
    const goesOn =
      before !== undefined &&
      before.model === model &&
      startsWith(originals, before.originals) &&
      isUnchanged(before, compared);
    const items = goesOn ? before.items.slice() : [];
    const { ids = new Set<string>(), toolNames = new Map<string, string>() } = goesOn ? before : {};
    const reading: Reading = { originals: originals.slice(), items, model, ids, toolNames };
    for (let index = items.length; index < originals.length; index += 1) {
      const message = originals[index] as BaseMessage;
      collectToolNames(message, toolNames);
      const item = itemOf(message, reading);
      ids.add(item.id);
      items.push(item);
    }
    if (first !== undefined) readings.set(first, reading);
    return { items, originals };
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
