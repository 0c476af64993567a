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

/**
 * Creates a reader that returns the same item for the same message.
 *
 * An item's id is the id of its message. If a message has no id, or one that occurred before, the item's id is a hash
 * of the previous id and the content. A message that was edited in place becomes a new item: one of the newest 8 at
 * once, an older one with `compare: "all"`.
 */
export function createItemReader(): ItemReader {
  const cache = new WeakMap<BaseMessage, CachedItem>();
  return (messages, { model, state = null, compare = "newest" } = {}) => {
    const originals = messages.slice(
      state === null ? 0 : Math.max(0, boundaryIndex(messages, state)),
    );
    const firstCompared = compare === "all" ? 0 : originals.length - NEWEST_COMPARED;
    const ids = new Set<string>();
    const toolNames = new Map<string, string>();
    const items: Item[] = [];
    for (const [index, message] of originals.entries()) {
      const hasOwnId = message.id !== undefined && message.id !== "" && !ids.has(message.id);
      const previousId = hasOwnId ? null : (items.at(-1)?.id ?? "");
      const cached = cache.get(message);
      collectToolNames(cached?.item.message, message, toolNames);
      const contextName = contextNameOf(message, toolNames, model);
      const isUnchanged =
        cached !== undefined &&
        cached.previousId === previousId &&
        cached.contextName === contextName &&
        (!hasOwnId || cached.item.id === message.id) &&
        (index < firstCompared || matchesSnapshot(message, cached.snapshot));
      const item = isUnchanged ? cached.item : itemOf(message, { model, previousId, toolNames });
      if (!isUnchanged)
        cache.set(message, { item, snapshot: takeSnapshot(message), contextName, previousId });
      ids.add(item.id);
      items.push(item);
    }
    return { items, originals };
  };
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

function itemOf(original: BaseMessage, { model, previousId, toolNames }: ItemContext): Item {
  const message = projectionOf(original, { model, toolName: (callId) => toolNames.get(callId) });
  hostMessages.set(message, original);
  const id = previousId === null ? String(original.id) : chainedId(previousId, original);
  return { id, message };
}

function chainedId(previousId: string, message: BaseMessage): string {
  return `hash-${fingerprint(`${previousId}\n${JSON.stringify(packMessage(message))}`)}`;
}

/** Results of some hosts have no tool name, but their calls do. */
function collectToolNames(
  itemMessage: Message | undefined,
  message: BaseMessage,
  toolNames: Map<string, string>,
): void {
  if (itemMessage !== undefined && itemMessage.role !== "assistant") return;
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
