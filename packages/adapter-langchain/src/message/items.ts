import type { CompactionState, Item, Message } from "@cutpoint/core";
import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { asRead, type AsRead, isAsRead } from "./as-read.ts";
import { packMessage } from "./packed-message.ts";
import { projectionOf } from "./projection.ts";
import { fingerprint } from "./fingerprint.ts";

/** Messages of a host as items, and the host's own beside them. */
export type HostItems = {
  readonly items: readonly Item[];
  /** The n-th is what the n-th item was made of. */
  readonly own: readonly BaseMessage[];
};

export type ReadOptions = {
  /** The model that will answer. */
  readonly model?: string | undefined;
  /** Where its boundary is found, nothing before it is looked at. */
  readonly state?: CompactionState | null;
};

/**
 * LangChain's messages as items. An id is the message's own; where it has none, or one that was used before, a hash of
 * the id before it and of what it says.
 */
export function hostItems(messages: readonly BaseMessage[], options: ReadOptions = {}): HostItems {
  return read(messages, options);
}

/** A thread as a reader knows it. */
export type ReadItems = HostItems & {
  /** Whether some of it is told as it was read before. */
  readonly isRemembered: boolean;
};

/** Reads threads that are read again and again. */
export type ItemReader = {
  /** {@link hostItems}; of a thread that has grown, only what is new is read. */
  readonly read: (messages: readonly BaseMessage[], options?: ReadOptions) => ReadItems;
  /** Looks into what was read before: where a message was changed since, the next reading is made anew. */
  readonly forgetChanged: (messages: readonly BaseMessage[], options?: ReadOptions) => void;
};

/**
 * A reader takes the same objects for the same messages, but for the newest ones, which it looks into. That a host has
 * written into an older one is only seen by `forgetChanged`.
 */
export function createItemReader(): ItemReader {
  const known = new WeakMap<object, Reading>();
  const keyOf = (messages: readonly BaseMessage[], { state }: ReadOptions): object | undefined =>
    state ?? messages[0];
  return {
    read(messages, options = {}) {
      const key = keyOf(messages, options);
      const before = key === undefined ? undefined : known.get(key);
      if (before !== undefined && isContinuation(before, messages, options)) {
        const end = before.start + before.own.length;
        for (const message of messages.slice(end)) take(before, message);
        return { ...copyOf(before), isRemembered: true };
      }
      const reading = read(messages, options);
      if (key !== undefined) known.set(key, reading);
      return { ...copyOf(reading), isRemembered: false };
    },
    forgetChanged(messages, options = {}) {
      const key = keyOf(messages, options);
      const reading = key === undefined ? undefined : known.get(key);
      if (key === undefined || reading === undefined) return;
      if (!isStillSaid(reading, reading.own.length)) known.delete(key);
    },
  };
}

/** A reading grows; what is handed out does not. */
function copyOf({ items, own }: Reading): HostItems {
  return { items: [...items], own: [...own] };
}

/** A thread as it was last read, from some place on. */
type Reading = {
  readonly start: number;
  readonly model: string | undefined;
  readonly own: BaseMessage[];
  readonly items: Item[];
  readonly said: AsRead[];
  readonly ids: Set<string>;
  readonly toolNames: Map<string, string>;
};

function read(messages: readonly BaseMessage[], { state = null, model }: ReadOptions): Reading {
  const start = state === null ? 0 : Math.max(0, boundaryOf(messages, state));
  const reading: Reading = {
    start,
    model,
    own: [],
    items: [],
    said: [],
    ids: new Set(),
    toolNames: new Map(),
  };
  for (const message of messages.slice(start)) take(reading, message);
  return reading;
}

/** Takes the next message of a thread. */
function take({ ids, items, model, own, said, toolNames }: Reading, message: BaseMessage): void {
  const isOwnId = message.id !== undefined && message.id !== "" && !ids.has(message.id);
  const id = isOwnId ? String(message.id) : chainedId(items.at(-1)?.id ?? "", message);
  ids.add(id);
  noteCalls(message, toolNames);
  const read = remembered(message, model, toolNames);
  own.push(message);
  said.push(read.said);
  items.push({ id, message: read.projection });
}

/** How many of the newest messages are looked into each time: a host writes into these, if into any. */
const WATCHED = 8;

/** Whether so many of the newest messages of a reading say what they said. */
function isStillSaid({ own, said }: Reading, count: number): boolean {
  for (let place = Math.max(0, own.length - count); place < own.length; place += 1) {
    const message = own[place];
    if (message === undefined || !isAsRead(message, said[place])) return false;
  }
  return true;
}

/** Whether a thread holds the messages that it held, and more at its end at most. */
function isContinuation(
  reading: Reading,
  messages: readonly BaseMessage[],
  options: ReadOptions,
): boolean {
  const { model, own, start } = reading;
  if (!isStillSaid(reading, WATCHED)) return false;
  if (model !== options.model || messages.length < start + own.length) return false;
  for (let place = 0; place < own.length; place += 1)
    if (messages[start + place] !== own[place]) return false;
  const covered = options.state?.compactedThrough ?? null;
  if (covered === null) return true;
  return messages.slice(start + own.length).every(({ id }) => id !== covered);
}

/** The place of the newest covered message; -1 where it is not followed by what followed it when the state was made. */
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

function noteCalls(message: BaseMessage, toolNames: Map<string, string>): void {
  if (!AIMessage.isInstance(message)) return;
  for (const { id, name } of message.tool_calls ?? [])
    if (id !== undefined) toolNames.set(id, name);
}

/** What a projection was made from: where one of these is another, it is made anew. */
type Known = {
  readonly said: AsRead;
  readonly beside: string | undefined;
  readonly projection: Message;
};

const known = new WeakMap<BaseMessage, Known>();
const origins = new WeakMap<Message, BaseMessage>();

/** The host's own message that one of an item was made from; none for what was not read here. */
export function originOf(message: Message): BaseMessage | undefined {
  return origins.get(message);
}

function remembered(
  message: BaseMessage,
  model: string | undefined,
  toolNames: ReadonlyMap<string, string>,
): Known {
  const beside = ToolMessage.isInstance(message) ? toolNames.get(message.tool_call_id) : model;
  const before = known.get(message);
  if (before !== undefined && before.beside === beside && isAsRead(message, before.said))
    return before;
  const projection = projectionOf(message, { model, toolName: (callId) => toolNames.get(callId) });
  const now = { said: asRead(message), beside, projection };
  known.set(message, now);
  origins.set(projection, message);
  return now;
}

function chainedId(previousId: string, message: BaseMessage): string {
  return `hash-${fingerprint(`${previousId}\n${JSON.stringify(packMessage(message))}`)}`;
}
