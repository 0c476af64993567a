import type { Item, TokenUsage } from "@cutpoint/core";
import { type Comparison, createConversationMemory } from "./conversation-memory.ts";
import { convertMessage } from "./convert-message.ts";
import { fingerprint } from "./fingerprint.ts";
import { MEMORY_LIMITS } from "./memory-limits.ts";
import { rememberUnit } from "./read-units.ts";
import type { UnitFormat } from "./unit-format.ts";

/** The position of the first message of an item, and the position after its last one. */
type ItemPlace = { readonly start: number; readonly end: number };

/** The messages of a request as items, one for each unit. */
export type HostItems<HostMessage> = {
  readonly messages: readonly HostMessage[];
  readonly items: readonly Item[];
  /** Where the messages of each item are. */
  readonly places: readonly ItemPlace[];
  /** Whether an edit in place of any message would have been noticed. */
  readonly isCompared: boolean;
};

/** The token usage of an answer, and the model that gave it. */
export type AnswerUsage = { readonly usage: TokenUsage; readonly model?: string };

/** A request to read. */
export type HostRequest<HostMessage> = {
  readonly messages: readonly HostMessage[];
  /** Names the conversation of the messages. Default: none. */
  readonly conversationId?: string | undefined;
  /** Passed to `toMessage`. A request with another one is read anew. Default: none. */
  readonly context?: string | undefined;
  /** Which messages to compare with those of the last request. Default: `newest`. */
  readonly compare?: Comparison;
};

/** Reads the messages of a host as items. */
export type HostReader<HostMessage> = (request: HostRequest<HostMessage>) => HostItems<HostMessage>;

type KnownPlace = ItemPlace & {
  /** Whether later messages cannot change the units before it. */
  readonly isSeam: boolean;
  /** The usage that was added to the item. */
  answer?: AnswerUsage | undefined;
};

/** What the next request of a conversation continues. */
type Reading<HostMessage> = Omit<HostItems<HostMessage>, "places"> & {
  readonly places: readonly KnownPlace[];
  /** The ids of the items, if the host has ids. */
  readonly ids: Set<string>;
};

/**
 * Creates a reader, which converts only the messages that were added since it has read the same conversation.
 *
 * The id of an item is the host's own if there is one. Otherwise it is a hash of the id before it and the content, so an
 * id that occurs again proves that everything before it is unchanged. A message that was edited in place becomes a new
 * item: one of the newest 8 at once, an older one with `compare: "all"`.
 *
 * @param usageAfter returns the usage of the answer to the item with an id
 * @throws `invalid-input` if a message has no JSON form
 */
export function createHostReader<Unit, HostMessage>(
  format: ReaderFormat<Unit, HostMessage>,
  usageAfter: (id: string) => AnswerUsage | undefined = () => undefined,
): HostReader<HostMessage> {
  const memory = createConversationMemory<HostMessage, Reading<HostMessage>>(
    MEMORY_LIMITS.conversations,
    format.fieldsOf ?? ((message) => message),
  );
  return ({ compare = "newest", context, conversationId = "", messages: given }) => {
    const messages = given.slice(); // the app may change its list
    const name = JSON.stringify([conversationId, context]);
    const { count: shared, isCompared, reading: known, remember } = memory(messages, name, compare);
    const unitCount = countUnchanged(known, shared);
    const items = known?.items.slice(0, unitCount) ?? [];
    const places = known?.places.slice(0, unitCount) ?? [];
    const ids = known?.ids ?? new Set<string>();
    for (const { id } of known?.items.slice(unitCount) ?? []) ids.delete(id);
    let end = known?.places[unitCount]?.start ?? 0;
    const units = convertMessage(end, () => format.split(messages, end));
    for (const unit of units) {
      const count = format.messageCount(unit);
      const start = count === 0 ? end - 1 : end;
      end += count;
      places.push({ start, end, isSeam: count > 0 && format.isSeam?.(unit) !== false });
      const id = knownAt(items.length)?.id;
      items.push(convertMessage(start, () => itemOf(unit, id)));
    }
    for (const [added, place] of places.slice(unitCount).entries()) {
      place.answer = answerAt(items, unitCount + added, usageAfter);
      const item = finished(unitCount + added);
      items[unitCount + added] = item;
      rememberUnit(item.message, units[added], format);
    }
    const reading = { messages, items, places, isCompared, ids };
    remember(messages, reading);
    return reading;

    /** Returns the item of the same messages in the request before. */
    function knownAt(index: number): Item | undefined {
      const [place, before] = [places[index], known?.places[index]];
      const isShared = place !== undefined && place.end <= shared;
      return isShared && before?.start === place.start && before.end === place.end
        ? known?.items[index]
        : undefined;
    }

    function itemOf(unit: Unit, knownId: string | undefined): Item {
      const own = knownId ?? format.idOf?.(unit) ?? "";
      const previousId = items.at(-1)?.id ?? conversationId;
      const isOwn = own !== "" && !ids.has(own);
      const id = isOwn ? own : fingerprint(`${previousId}\n${format.contentOf(unit)}`);
      if (format.idOf !== undefined) ids.add(id);
      return { id, message: format.toMessage(unit, context) };
    }

    /** Returns an item with the usage of its answer: the known one if it is the same. */
    function finished(index: number): Item {
      const item = items[index] as Item;
      const answer = places[index]?.answer;
      const before = knownAt(index);
      if (before?.message.group === item.message.group && known?.places[index]?.answer === answer)
        if (before !== undefined) return before;
      return answer === undefined ? item : { ...item, message: { ...item.message, ...answer } };
    }
  };
}

/** Returns the number of units before the last shared one that new messages cannot change. */
function countUnchanged(known: Reading<unknown> | null, shared: number): number {
  const places = known?.places ?? [];
  let last = places.length - 1;
  for (; last > 0; last -= 1) {
    const place = places[last];
    if (place !== undefined && place.start < shared && place.isSeam) break;
  }
  return Math.max(0, last);
}

/** Returns the usage of the answer that ends with an item; `undefined` if there is none. */
function answerAt(
  items: readonly Item[],
  index: number,
  usageAfter: (id: string) => AnswerUsage | undefined,
): AnswerUsage | undefined {
  const isAnswer = (place: number): boolean => items[place]?.message.role === "assistant";
  if (!isAnswer(index) || isAnswer(index + 1)) return undefined;
  for (let place = index - 1; place >= 0; place -= 1) {
    const answer = usageAfter(items[place]?.id ?? "");
    if (answer !== undefined || !isAnswer(place)) return answer;
  }
  return undefined;
}

/** What a reader needs to know of a host. */
export type ReaderFormat<Unit, HostMessage> = Pick<
  UnitFormat<Unit, HostMessage>,
  "contentOf" | "fieldsOf" | "idOf" | "isSeam" | "messageCount" | "split" | "toMessage"
>;
