import type { Item, TokenUsage } from "@cutpoint/core";
import { type Comparison, createConversationMemory } from "./conversation-memory.ts";
import { convertMessage } from "./convert-message.ts";
import { fingerprint } from "./fingerprint.ts";
import { MEMORY_LIMITS } from "./memory-limits.ts";
import type { UnitFormat } from "./unit-format.ts";

/** The messages of a request as items, one for each unit. */
export type HostItems<HostMessage> = {
  readonly messages: readonly HostMessage[];
  readonly items: readonly Item[];
  /** The position of the first message of each item, and the position after its last one. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Whether an edit in place of any message would have been noticed. */
  readonly isCompared: boolean;
};

/** The token usage of an answer, and the model that gave it. */
export type AnswerUsage = { readonly usage: TokenUsage; readonly model?: string };

/** A request to read. */
export type HostRequest<HostMessage> = {
  readonly messages: readonly HostMessage[];
  /** Distinguishes conversations with equal messages. Default: none. */
  readonly conversation?: string;
  /** Passed to `toMessage`. A request with another one is read anew. Default: none. */
  readonly context?: string | undefined;
  /** Which messages to compare with those of the last request. Default: `newest`. */
  readonly compare?: Comparison;
};

/** Reads the messages of a host as items. */
export type HostReader<HostMessage> = (request: HostRequest<HostMessage>) => HostItems<HostMessage>;

/** What the next request of a conversation continues. */
type Reading<HostMessage> = HostItems<HostMessage> & {
  /** Whether later messages cannot change the units before each. */
  readonly seams: readonly boolean[];
  /** The usage that was added to each item. */
  readonly answers: readonly (AnswerUsage | undefined)[];
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
  return ({ compare = "newest", context, conversation = "", messages: given }) => {
    const messages = given.slice(); // the app may change its list
    const name = JSON.stringify([conversation, context]);
    const { count: shared, isCompared, reading: known, remember } = memory(messages, name, compare);
    const { place, unitCount } = restartOf(known, shared);
    const firsts = <Value>(values: readonly Value[] = []): Value[] => values.slice(0, unitCount);
    const items = firsts(known?.items);
    const answers = firsts(known?.answers);
    const [starts, ends] = [firsts(known?.starts), firsts(known?.ends)];
    const seams = firsts(known?.seams);
    const ids = known?.ids ?? new Set<string>();
    for (const { id } of known?.items.slice(unitCount) ?? []) ids.delete(id);
    let next = place;
    for (const unit of convertMessage(place, () => format.split(messages, place))) {
      const index = items.length;
      const count = format.messageCount(unit);
      const start = count === 0 ? next - 1 : next;
      next += count;
      const id = knownAt(index, start, next)?.id;
      items.push(convertMessage(start, () => itemOf(unit, id)));
      starts.push(start);
      ends.push(next);
      seams.push(count > 0 && format.isSeam?.(unit) !== false);
    }
    for (let index = unitCount; index < items.length; index += 1) {
      answers.push(answerAt(items, index, usageAfter));
      items[index] = finished(index);
    }
    const reading = { messages, items, starts, ends, isCompared, seams, answers, ids };
    remember(messages, reading);
    return reading;

    /** Returns the item of the same messages in the request before. */
    function knownAt(index: number, start = starts[index], end = ends[index]): Item | undefined {
      const isShared = end !== undefined && end <= shared;
      return isShared && known?.starts[index] === start && known?.ends[index] === end
        ? known?.items[index]
        : undefined;
    }

    function itemOf(unit: Unit, knownId: string | undefined): Item {
      const own = knownId ?? format.idOf?.(unit) ?? "";
      const previousId = items.at(-1)?.id ?? conversation;
      const isOwn = own !== "" && !ids.has(own);
      const id = isOwn ? own : fingerprint(`${previousId}\n${format.contentOf(unit)}`);
      if (format.idOf !== undefined) ids.add(id);
      return { id, message: format.toMessage(unit, context) };
    }

    /** Returns an item with the usage of its answer: the known one if it is the same. */
    function finished(index: number): Item {
      const item = items[index] as Item;
      const answer = answers[index];
      const before = knownAt(index);
      if (before?.message.group === item.message.group && known?.answers[index] === answer)
        if (before !== undefined) return before;
      return answer === undefined ? item : { ...item, message: { ...item.message, ...answer } };
    }
  };
}

/** Finds the last shared message that new messages cannot change. New messages may belong to the units after it. */
function restartOf(
  known: Reading<unknown> | null,
  shared: number,
): { readonly place: number; readonly unitCount: number } {
  if (known === null) return { place: 0, unitCount: 0 };
  const { seams, starts } = known;
  let last = starts.length - 1;
  while (last > 0 && ((starts[last] ?? 0) >= shared || seams[last] !== true)) last -= 1;
  return { place: starts[last] ?? 0, unitCount: Math.max(0, last) };
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
