import type { Item, Message, TokenUsage, View } from "@cutpoint/core";
import { fingerprint } from "./fingerprint.ts";
import type { RecentMap } from "./recent-map.ts";
import type { AnswerText, UnitFormat } from "./unit-format.ts";

/** The items of a request, and its own units by item id. */
export type UnitItems<Unit> = {
  readonly items: readonly Item[];
  /** Returns keys for the newest answers with the unit before each. They stay the same if older units change. */
  readonly answerKeys: () => readonly string[];
  /** Returns the key of the answer to this request. */
  readonly nextAnswerKey: (answer: AnswerText) => string;
  readonly sources: ReadonlyMap<string, { readonly unit: Unit; readonly message: Message }>;
};

/** The token usage of an answer, and the model that gave it. */
export type AnswerUsage = { readonly usage: TokenUsage; readonly model: string };

/** What is known of earlier requests. */
export type UnitMemory = {
  /** The usage of answers, by the id of the item that they answer. */
  readonly reports: RecentMap<AnswerUsage>;
  /** Items by id. The same object is estimated once. */
  readonly items: RecentMap<Item>;
};

/** The number of answers to look up. Each answer after a compaction has the state under its key. */
const NEWEST_ANSWERS = 16;

/**
 * Converts the units of a request to items.
 *
 * An id is a hash of the previous id and the content, so an id that occurs again proves that everything before it is
 * unchanged.
 *
 * @param conversation distinguishes conversations with equal messages; empty if the app names none
 */
export function unitItems<Unit>(
  units: readonly Unit[],
  { answerOf, contentOf, toMessage }: UnitFormat<Unit>,
  { items: known, reports }: UnitMemory,
  conversation: string,
): UnitItems<Unit> {
  const sources = new Map<string, { readonly unit: Unit; readonly message: Message }>();
  let previousId = conversation;
  const items = units.map((unit): Item => {
    const id = fingerprint(`${previousId}\n${contentOf(unit)}`);
    const cached = known.get(id);
    const item = cached ?? { id, message: withUsage(toMessage(unit), reports.get(previousId)) };
    if (cached === undefined) known.set(id, item);
    sources.set(id, { unit, message: item.message });
    previousId = id;
    return item;
  });
  return {
    items,
    sources,
    answerKeys: () => newestAnswerKeys(units),
    nextAnswerKey: (answer) => keyOf(units.at(-1), answer),
  };

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
  { sources }: UnitItems<Unit>,
  { fromMessage }: UnitFormat<Unit>,
): readonly Unit[] {
  return view.messages.map((message, index) => {
    const source = sources.get(view.ids[index] ?? "");
    if (source === undefined) return fromMessage(message);
    if (message === source.message) return source.unit;
    return fromMessage(message, { unit: source.unit, parts: source.message.parts });
  });
}
