import type { Item, Message, TokenUsage } from "@cutpoint/core";
import {
  createMessageComparer,
  createRecentMap,
  fingerprint,
  sortedJson,
} from "@cutpoint/host-kit";
import type { AgentInputItem } from "@openai/agents-core";
import { groupsOf, type ItemContent } from "./groups.ts";
import { projectionOf } from "./projection.ts";
import { toStoredItem } from "./stored-item.ts";

/** An item of the host, its message, and its position in the input. */
export type Source = {
  readonly own: AgentInputItem;
  readonly message: Message;
  readonly place: number;
};

/** The host's items as Cutpoint's. */
export type HostItems = {
  readonly input: readonly AgentInputItem[];
  readonly items: readonly Item[];
  /** Returns the host's own items by id: O(n) at the first call. */
  readonly sources: () => ReadonlyMap<string, Source>;
};

/** The token usage of an answer, and the model that gave it. */
export type AnswerUsage = { readonly usage: TokenUsage; readonly model: string | undefined };

/** Converts the items of a host. See {@link createItemReader}. */
export type ItemReader = (input: readonly AgentInputItem[]) => HostItems;

/** A list that was read, and where its groups start. Later items change nothing before the last start. */
type Reading = { readonly host: HostItems; readonly starts: readonly number[] };

/** The number of items that are remembered. The same object is estimated once. */
const MAX_ITEMS = 50_000;

/**
 * Creates a reader, which converts only the items that were added since it has read the same conversation.
 *
 * An id is a hash of the previous id and the content, so an id that occurs again proves that everything before it is
 * unchanged. The content is that of the stored item, so an item has the same id in a run and in its session. An item
 * that was edited in place becomes a new item.
 *
 * @param answerTo returns the usage of the answer to an item; the last item of that answer reports it
 */
export function createItemReader(
  answerTo: (id: string) => AnswerUsage | undefined = () => undefined,
): ItemReader {
  const compare = createMessageComparer<AgentInputItem>();
  const readings = new WeakMap<readonly AgentInputItem[], Reading>();
  const known = createRecentMap<Item>(MAX_ITEMS);

  /** Returns the same object for the same item, so that its estimate is found in the cache. */
  function itemOf(id: string, message: Message): Item {
    const before = known.get(id);
    if (before !== undefined && isSameContext(before.message, message)) return before;
    const item = { id, message };
    known.set(id, item);
    return item;
  }

  /** Returns the usage of the answer that may continue after some items. */
  function openAnswer(
    items: readonly Item[],
    next: ItemContent | undefined,
  ): AnswerUsage | undefined {
    let role = next?.projection.role;
    let answer: AnswerUsage | undefined;
    for (let place = items.length - 1; place >= 0; place -= 1) {
      answer = answerTo(items[place]?.id ?? "");
      if (answer !== undefined || role !== "assistant") break;
      role = items[place]?.message.role;
    }
    return answer;
  }

  return (given) => {
    const { before, messages: input, shared } = compare(given, "");
    const reading = before === null ? undefined : readings.get(before);
    const sharedGroups = reading?.starts.findLastIndex((start) => start < shared) ?? -1;
    const start = reading?.starts[sharedGroups] ?? 0;
    const contents = input.slice(start).map(contentOf);
    const { groups, starts } = groupsOf(input.slice(start), contents, start);
    const items = reading?.host.items.slice(0, start) ?? [];
    let id = items.at(-1)?.id ?? "";
    let answer = openAnswer(items, contents[0]);
    contents.forEach(({ hash, projection }, place) => {
      const isLast = contents[place + 1]?.projection.role !== "assistant";
      id = fingerprint(`${id}\n${hash}`);
      items.push(itemOf(id, withContext(projection, groups[place], isLast ? answer : undefined)));
      answer = answerTo(id) ?? (isLast ? undefined : answer);
    });
    const host = createHostItems(input, items);
    const startsBefore = reading?.starts.slice(0, Math.max(0, sharedGroups)) ?? [];
    readings.set(input, { host, starts: startsBefore.concat(starts) });
    return host;
  };
}

function contentOf(own: AgentInputItem): ItemContent {
  return { projection: projectionOf(own), hash: fingerprint(sortedJson(toStoredItem(own))) };
}

function createHostItems(input: readonly AgentInputItem[], items: readonly Item[]): HostItems {
  let sources: ReadonlyMap<string, Source> | undefined;
  return {
    input,
    items,
    sources: () =>
      (sources ??= new Map(
        items.flatMap(({ id, message }, place) => {
          const own = input[place];
          return own === undefined ? [] : [[id, { own, message, place }] as const];
        }),
      )),
  };
}

/** Adds the group, and the usage of the answer. */
function withContext(
  message: Message,
  group: string | undefined,
  answer: AnswerUsage | undefined,
): Message {
  const grouped = group === undefined ? message : { ...message, group };
  if (answer === undefined || grouped.role !== "assistant") return grouped;
  const { usage, model } = answer;
  return { ...grouped, usage, ...(model === undefined ? {} : { model }) };
}

/** Returns whether two messages with the same content have the same group and usage. */
function isSameContext(left: Message, right: Message): boolean {
  if (left.group !== right.group || left.role !== "assistant" || right.role !== "assistant")
    return left.group === right.group;
  return left.usage === right.usage && left.model === right.model;
}
