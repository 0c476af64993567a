import type { CompactionState, Item, Message } from "@cutpoint/core";
import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { asRead, type AsRead, isAsRead } from "./as-read.ts";
import { fingerprint } from "./fingerprint.ts";
import { packMessage } from "./packed-message.ts";
import { projectionOf } from "./projection.ts";

/** Messages of a host as items. */
export type HostItems = {
  readonly items: readonly Item[];
  /** The n-th is the message of the n-th item. */
  readonly own: readonly BaseMessage[];
};

type ReadOptions = {
  /** The model that will answer. */
  readonly model?: string | undefined;
  /** Messages before its boundary are not read, if the boundary is found. */
  readonly state?: CompactionState | null;
  /** Which known messages are compared with what they were. Default: `newest`, the last 8. */
  readonly compare?: "newest" | "all";
};

/** Reads LangChain's messages as items. */
export type ItemReader = (messages: readonly BaseMessage[], options?: ReadOptions) => HostItems;

/** A host that edits messages in place edits one of the newest. */
const COMPARED = 8;

/** The item of a message, and the values that it was made from. */
type KnownItem = {
  readonly item: Item;
  readonly read: AsRead;
  /** The model or the tool's name, which the item contains. */
  readonly named: string | undefined;
  /** The id before it, if the item's id is a hash; otherwise `null`. */
  readonly previousId: string | null;
};

/**
 * Creates a reader that returns the same item for the same message. An item's id is the message's own; if it has none, or
 * one that occurred before, a hash of the previous id and the content.
 *
 * A message that was edited in place becomes a new item: one of the newest 8 at once, an older one with `compare: "all"`.
 */
export function createItemReader(): ItemReader {
  const known = new WeakMap<BaseMessage, KnownItem>();
  return (messages, { model, state = null, compare = "newest" } = {}) => {
    const own = messages.slice(state === null ? 0 : Math.max(0, boundaryOf(messages, state)));
    const firstCompared = compare === "all" ? 0 : own.length - COMPARED;
    const ids = new Set<string>();
    const toolNames = new Map<string, string>();
    const items: Item[] = [];
    for (const [place, message] of own.entries()) {
      const isOwnId = message.id !== undefined && message.id !== "" && !ids.has(message.id);
      const previousId = isOwnId ? null : (items.at(-1)?.id ?? "");
      const before = known.get(message);
      noteCalls(before?.item.message, message, toolNames);
      const named = nameIn(message, toolNames, model);
      const isKnown =
        before !== undefined &&
        before.previousId === previousId &&
        before.named === named &&
        (!isOwnId || before.item.id === message.id) &&
        (place < firstCompared || isAsRead(message, before.read));
      const item = isKnown ? before.item : itemOf(message, { model, previousId, toolNames });
      if (!isKnown) known.set(message, { item, read: asRead(message), named, previousId });
      ids.add(item.id);
      items.push(item);
    }
    return { items, own };
  };
}

/** Reads messages once. */
export function hostItems(messages: readonly BaseMessage[]): HostItems {
  return createItemReader()(messages);
}

const hostMessages = new WeakMap<Message, BaseMessage>();

/** Returns the host's message that an item's message was read from; `undefined` if it was not read here. */
export function hostMessageOf(message: Message): BaseMessage | undefined {
  return hostMessages.get(message);
}

type ItemContext = {
  readonly model: string | undefined;
  readonly previousId: string | null;
  readonly toolNames: ReadonlyMap<string, string>;
};

function itemOf(own: BaseMessage, { model, previousId, toolNames }: ItemContext): Item {
  const message = projectionOf(own, { model, toolName: (callId) => toolNames.get(callId) });
  hostMessages.set(message, own);
  const id = previousId === null ? String(own.id) : chainedId(previousId, own);
  return { id, message };
}

function chainedId(previousId: string, message: BaseMessage): string {
  return `hash-${fingerprint(`${previousId}\n${JSON.stringify(packMessage(message))}`)}`;
}

/** Results of some hosts have no tool name; their call has one. */
function noteCalls(
  known: Message | undefined,
  message: BaseMessage,
  toolNames: Map<string, string>,
): void {
  if (known !== undefined && known.role !== "assistant") return;
  if (!AIMessage.isInstance(message)) return;
  for (const { id, name } of message.tool_calls ?? [])
    if (id !== undefined) toolNames.set(id, name);
}

function nameIn(
  message: BaseMessage,
  toolNames: ReadonlyMap<string, string>,
  model: string | undefined,
): string | undefined {
  return ToolMessage.isInstance(message) ? toolNames.get(message.tool_call_id) : model;
}

/** The place of the newest compacted message; -1 if the messages after it are not those that the state refers to. */
function boundaryOf(
  messages: readonly BaseMessage[],
  { compactedThrough, firstKeptId, lastSeenId }: CompactionState,
): number {
  if (compactedThrough === null) return -1;
  let isSeen = lastSeenId === null;
  for (let place = messages.length - 1; place >= 0; place -= 1) {
    const id = messages[place]?.id;
    if (id === lastSeenId) isSeen = true;
    if (id !== compactedThrough) continue;
    const isFollowed = firstKeptId === null || messages[place + 1]?.id === firstKeptId;
    return isFollowed && isSeen ? place : -1;
  }
  return -1;
}
