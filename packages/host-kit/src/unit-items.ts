import type { Item, Message, TokenUsage, View } from "@cutpoint/core";
import { convertMessage } from "./convert-message.ts";
import { fingerprint } from "./fingerprint.ts";
import { createKnownRequest, type KnownRequest, type Replay } from "./known-request.ts";
import { createRecentMap, type RecentMap } from "./recent-map.ts";
import type { AnswerText, UnitFormat } from "./unit-format.ts";

/** A request with its items, one for each unit. */
export type UnitItems<Unit> = {
  readonly units: readonly Unit[];
  readonly items: readonly Item[];
  /** Returns keys for the newest answers with the unit before each. They stay the same if older units change. */
  readonly answerKeys: () => readonly string[];
  /** Returns the key of the answer to this request. */
  readonly nextAnswerKey: (answer: AnswerText) => string;
};

/** The token usage of an answer, and the model that gave it. */
type AnswerUsage = { readonly usage: TokenUsage; readonly model: string };

/** What is known of earlier requests. */
export type UnitMemory = {
  /** The usage of answers, by the id of the item that they answer. */
  readonly reports: RecentMap<AnswerUsage>;
  /** Items by id. The same object is estimated once. */
  readonly items: RecentMap<Item>;
  /** The newest requests, by the id of the last unit that tells conversations apart. */
  readonly requests: RecentMap<KnownRequest>;
};

const MAX_REPORTS = 2000;
const MAX_ITEMS = 50_000;
const MAX_REQUESTS = 32;

export function createUnitMemory(): UnitMemory {
  return {
    reports: createRecentMap(MAX_REPORTS),
    items: createRecentMap(MAX_ITEMS),
    requests: createRecentMap(MAX_REQUESTS),
  };
}

/** The number of units that tell conversations apart. The first of them is often the same in all. */
const DISTINCT_UNITS = 3;
/** The number of answers to look up. Each answer after a compaction has the state under its key. */
const NEWEST_ANSWERS = 16;

/**
 * Converts the units of a request to items.
 *
 * An id is a hash of the previous id and the content, so an id that occurs again proves that everything before it is
 * unchanged. Units that are equal to those of the request before are compared instead of hashed.
 *
 * @throws `invalid-input` if a unit has no JSON form
 * @param conversation distinguishes conversations with equal messages; empty if the app names none
 */
export function unitItems<Unit>(
  units: readonly Unit[],
  { answerOf, contentOf, isParsed = false, toMessage }: UnitFormat<Unit>,
  memory: UnitMemory,
  conversation: string,
): UnitItems<Unit> {
  const items: Item[] = [];
  let replay: Replay | null = null;
  let id = conversation;
  for (const [index, unit] of units.entries()) {
    const previousId = id;
    const item = replay?.next(unit) ?? convertMessage(index, () => itemAfter(previousId, unit));
    ({ id } = item);
    items.push(item);
    if (items.length === DISTINCT_UNITS) replay = requestAfter(id).replay();
  }
  return {
    units,
    items,
    answerKeys: () => newestAnswerKeys(units),
    nextAnswerKey: (answer) => keyOf(units.at(-1), answer),
  };

  function itemAfter(previousId: string, unit: Unit): Item {
    const ownId = fingerprint(`${previousId}\n${contentOf(unit)}`);
    const known = memory.items.get(ownId);
    const item = known ?? {
      id: ownId,
      message: withUsage(toMessage(unit), memory.reports.get(previousId)),
    };
    if (known === undefined) memory.items.set(ownId, item);
    return replay?.add(unit, item) ?? item;
  }

  function requestAfter(distinctId: string): KnownRequest {
    const request = memory.requests.get(distinctId) ?? createKnownRequest(isParsed);
    memory.requests.set(distinctId, request);
    return request;
  }

  function newestAnswerKeys(all: readonly Unit[]): readonly string[] {
    const keys: string[] = [];
    for (let index = all.length - 1; index >= 0 && keys.length < NEWEST_ANSWERS; index -= 1) {
      const unit = all[index];
      const answer = unit === undefined ? null : answerOf(unit);
      if (answer !== null) keys.unshift(keyOf(all[index - 1], answer));
    }
    return keys;
  }

  function keyOf(before: Unit | undefined, { callIds, text }: AnswerText): string {
    const content = before === undefined ? "" : contentOf(before);
    return `answer ${fingerprint(JSON.stringify([conversation, content, text.trim(), ...callIds]))}`;
  }
}

function withUsage(message: Message, answer: AnswerUsage | undefined): Message {
  return answer === undefined || message.role !== "assistant" ? message : { ...message, ...answer };
}

/** Converts a view to units. Messages that did not change are the request's own units. */
export function viewUnits<Unit>(
  view: Pick<View, "messages" | "ids">,
  { items, units }: UnitItems<Unit>,
  { fromMessage }: UnitFormat<Unit>,
): readonly Unit[] {
  const isUnchanged =
    view.messages.length === items.length &&
    view.messages.every((message, index) => message === items[index]?.message);
  if (isUnchanged) return units;
  let expected = 0;
  let places: ReadonlyMap<string, number> | undefined;
  return view.messages.map((message, index) => {
    const place = placeOf(view.ids[index] ?? null);
    const item = items[place];
    const unit = units[place];
    if (item === undefined || unit === undefined) return fromMessage(message);
    expected = place + 1;
    return message === item.message
      ? unit
      : fromMessage(message, { unit, parts: item.message.parts });
  });

  /** Most messages follow each other as in the request. */
  function placeOf(id: string | null): number {
    if (id === null) return -1;
    if (items[expected]?.id === id) return expected;
    places ??= new Map(items.map((item, place) => [item.id, place]));
    return places.get(id) ?? -1;
  }
}

/** Returns whether a call has the units of the request, so that the request can pass unchanged. */
export function isSameUnits<Unit>(units: readonly Unit[], original: readonly Unit[]): boolean {
  return units.length === original.length && units.every((unit, index) => unit === original[index]);
}
