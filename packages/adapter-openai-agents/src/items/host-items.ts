import type { Item, Message, TokenUsage } from "@cutpoint/core";
import { fingerprint, sortedJson } from "@cutpoint/host-kit";
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

/** The content of an item, and the item that was last created from it. */
type ReadItem = ItemContent & { last: CachedItem | null };

type CachedItem = {
  /** The id of the item before it. */
  readonly previousId: string;
  readonly group: string | undefined;
  readonly answer: AnswerUsage | undefined;
  readonly item: Item;
};

/** The token usage of an answer, and the model that gave it. */
export type AnswerUsage = { readonly usage: TokenUsage; readonly model: string | undefined };

/** Converts the items of a host. See {@link createItemReader}. */
export type ItemReader = (
  input: readonly AgentInputItem[],
  compare?: "newest" | "all",
) => HostItems;

/** The newest input that begins with an item. Items that are added later change nothing before `lastStart`. */
type KnownInput = {
  readonly host: HostItems;
  readonly lastStart: number;
  /** The usage of the answer at `lastStart`. */
  readonly answer: AnswerUsage | undefined;
};

/**
 * Creates a reader, which converts only the items that were added since it has read the same conversation.
 *
 * An id is a hash of the previous id and the content, so an id that occurs again proves that everything before it is
 * unchanged. The content is that of the stored item, so an item has the same id in a run and in its session. An item
 * that was edited in place becomes a new item: one of the newest 8 at once, an older one with `compare: "all"`.
 *
 * @param answerTo returns the usage of the answer to an item; the last item of that answer reports it
 */
export function createItemReader(
  answerTo: (id: string) => AnswerUsage | undefined = () => undefined,
): ItemReader {
  const newest = new WeakMap<AgentInputItem, KnownInput>();
  return (input, compare = "newest") => {
    const [first] = input;
    const before = first === undefined || compare === "all" ? undefined : newest.get(first);
    const known = before !== undefined && isContinued(before.host, input) ? before : undefined;
    const start = known?.lastStart ?? 0;
    const added = input.slice(start);
    const firstCompared = compare === "all" ? 0 : added.length - NEWEST_COMPARED;
    const read = added.map((own, place) => readItem(own, place >= firstCompared));
    const { groups, lastStart } = groupsOf(added, read, start);
    const items = known === undefined ? [] : known.host.items.slice(0, start);
    let id = items.at(-1)?.id ?? "";
    let answer = known?.answer;
    let answerAtStart = answer;
    read.forEach((content, place) => {
      if (start + place === lastStart) answerAtStart = answer;
      const isLast = read[place + 1]?.projection.role !== "assistant";
      const item = itemOf(content, {
        previousId: id,
        group: groups[place],
        answer: isLast ? answer : undefined,
      });
      ({ id } = item);
      answer = answerTo(id) ?? (isLast ? undefined : answer);
      items.push(item);
    });
    const host = createHostItems(input, items);
    if (first !== undefined) newest.set(first, { host, lastStart, answer: answerAtStart });
    return host;
  };
}

/** Returns whether an input begins with the items of another one, and its newest items were not edited. */
function isContinued(
  { input: known, items }: HostItems,
  input: readonly AgentInputItem[],
): boolean {
  if (input.length < known.length) return false;
  for (let place = 0; place < known.length; place += 1)
    if (input[place] !== known[place]) return false;
  for (let place = input.length - NEWEST_COMPARED; place < known.length; place += 1) {
    const own = input[place];
    const read = own === undefined ? undefined : readItem(own, true);
    if (read === undefined || read.last?.item === items[place]) continue;
    if (hashAfter(items[place - 1]?.id ?? "", read) !== items[place]?.id) return false;
  }
  return true;
}

function createHostItems(given: readonly AgentInputItem[], items: readonly Item[]): HostItems {
  const input = [...given]; // a host may add to its array
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

/** Hosts that edit items in place edit one of the newest. */
const NEWEST_COMPARED = 8;

const readItems = new WeakMap<AgentInputItem, ReadItem>();

function readItem(own: AgentInputItem, isCompared: boolean): ReadItem {
  const cached = readItems.get(own);
  if (cached !== undefined && !isCompared) return cached;
  const hash = fingerprint(sortedJson(toStoredItem(own)));
  if (cached?.hash === hash) return cached;
  const read = { projection: projectionOf(own), hash, last: null };
  readItems.set(own, read);
  return read;
}

/** Returns the same item object if nothing has changed, so that its estimate is found in the cache. */
function itemOf(
  read: ReadItem,
  { previousId, group, answer }: Pick<CachedItem, "previousId" | "group" | "answer">,
): Item {
  const { last } = read;
  if (last?.previousId === previousId && last.group === group && last.answer === answer)
    return last.item;
  const message = withContext(read.projection, group, answer);
  const item = { id: hashAfter(previousId, read), message };
  read.last = { previousId, group, answer, item };
  return item;
}

function hashAfter(previousId: string, { hash }: ReadItem): string {
  return fingerprint(`${previousId}\n${hash}`);
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
