import type { Item, Message, TokenUsage } from "@cutpoint/core";
import type { ContinuedMessages } from "./continued-messages.ts";
import { convertMessage } from "./convert-message.ts";
import { fingerprint } from "./fingerprint.ts";
import { createRecentMap, type RecentMap } from "./recent-map.ts";
import type { UnitFormat } from "./unit-format.ts";

/** The messages of a request as items, one for each unit. */
export type UnitItems<Wire> = {
  readonly messages: readonly Wire[];
  readonly items: readonly Item[];
  /** The position of the first message of each item. */
  readonly starts: readonly number[];
};

/** The token usage of an answer, and the model that gave it. */
type AnswerUsage = { readonly usage: TokenUsage; readonly model: string };

/** What is known of earlier requests. */
export type UnitMemory<Wire> = {
  /** The usage of answers, by the id of the item that they answer. */
  readonly reports: RecentMap<AnswerUsage>;
  /** Items by id. The same object is estimated once. */
  readonly items: RecentMap<Item>;
  /** The items of requests, by their list of messages. */
  readonly requests: WeakMap<readonly Wire[], UnitItems<Wire>>;
};

const MAX_REPORTS = 2000;
const MAX_ITEMS = 50_000;

export function createUnitMemory<Wire>(): UnitMemory<Wire> {
  return {
    reports: createRecentMap(MAX_REPORTS),
    items: createRecentMap(MAX_ITEMS),
    requests: new WeakMap(),
  };
}

/**
 * Converts the messages of a request to items.
 *
 * An id is a hash of the previous id and the content, so an id that occurs again proves that everything before it is
 * unchanged. Messages that an earlier request shares keep their items, so only the others are split and hashed.
 *
 * @throws `invalid-input` if a message has no JSON form
 * @param conversation distinguishes conversations with equal messages; empty if the app names none
 */
export function unitItems<Unit, Wire>(
  { before, messages, shared }: ContinuedMessages<Wire>,
  { contentOf, messageCount, split, toMessage }: UnitFormat<Unit, Wire>,
  memory: UnitMemory<Wire>,
  conversation: string,
): UnitItems<Wire> {
  const known = before === null ? undefined : memory.requests.get(before);
  const { end, place, unitCount } = lastShared(known, shared);
  const items = known === undefined ? [] : known.items.slice(0, unitCount);
  const starts = known === undefined ? [] : known.starts.slice(0, unitCount);
  let next = place;
  for (const unit of convertMessage(place, () => split(messages, place))) {
    const count = messageCount(unit);
    const start = count === 0 ? next - 1 : next;
    next += count;
    const isKnown = start === place && next === end && next <= shared;
    const same = isKnown ? known?.items[items.length] : undefined;
    items.push(same ?? convertMessage(items.length, () => itemAfter(items.at(-1), unit)));
    starts.push(start);
  }
  const converted = { messages, items, starts };
  memory.requests.set(messages, converted);
  return converted;

  function itemAfter(previous: Item | undefined, unit: Unit): Item {
    const previousId = previous?.id ?? conversation;
    const id = fingerprint(`${previousId}\n${contentOf(unit)}`);
    const same = memory.items.get(id);
    if (same !== undefined) return same;
    const item = { id, message: withUsage(toMessage(unit), memory.reports.get(previousId)) };
    memory.items.set(id, item);
    return item;
  }
}

/** Finds the last message that two requests share and that begins a unit. New messages may belong to its units. */
function lastShared(
  known: UnitItems<unknown> | undefined,
  shared: number,
): { readonly place: number; readonly end: number; readonly unitCount: number } {
  if (known === undefined) return { place: 0, end: 0, unitCount: 0 };
  const { messages, starts } = known;
  let last = starts.length - 1;
  while (last > 0 && (starts[last] ?? 0) >= shared) last -= 1;
  const place = starts[last] ?? 0;
  const end = starts[last + 1] ?? messages.length;
  let unitCount = last;
  while (unitCount > 0 && starts[unitCount - 1] === place) unitCount -= 1;
  return { place, end, unitCount };
}

function withUsage(message: Message, answer: AnswerUsage | undefined): Message {
  return answer === undefined || message.role !== "assistant" ? message : { ...message, ...answer };
}
