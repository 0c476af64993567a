import type { CompactionState, Item, Message, TokenUsage, View } from "@cutpoint/core";
import type { AgentInputItem } from "@openai/agents-core";
import { toAgentItems } from "./convert.ts";
import { groupsOf, type ItemContent } from "./groups.ts";
import { fromJson, isRecord, sortedJson, toJson } from "./json.ts";
import { projectionOf } from "./projection.ts";
import { fingerprint } from "./fingerprint.ts";

/** An item of the host, what was made of it, and its place. */
type Source = { readonly own: AgentInputItem; readonly message: Message; readonly place: number };

/** Items of a host as Cutpoint's, and by id the host's own. */
export type HostItems = {
  readonly items: readonly Item[];
  readonly sources: ReadonlyMap<string, Source>;
};

/** What was read of one item, and the item that was last made of it. */
type ReadItem = ItemContent & { last: Made | null };

type Made = {
  /** The id of the item before it. */
  readonly before: string;
  readonly group: string | undefined;
  readonly answer: Answered | undefined;
  readonly item: Item;
};

/** What an answer took, and who gave it. */
export type Answered = { readonly usage: TokenUsage; readonly model: string | undefined };

/**
 * The items of a host that gives all of them each time. An id is a hash of the id before it and of what the item says, so
 * that an id found again proves that nothing before it was changed.
 *
 * @param answerTo what is known of the answer to an item; it measures the context, so that its last item tells it
 */
export function hostItems(
  input: readonly AgentInputItem[],
  answerTo: (id: string) => Answered | undefined = () => undefined,
): HostItems {
  const read = input.map((own, place) => readItem(own, place >= input.length - CHECKED));
  const groups = groupsOf(input, read);
  const sources = new Map<string, Source>();
  let id = "";
  let answer: Answered | undefined;
  const items = input.map((own, place): Item => {
    const known = read[place] ?? readItem(own, true);
    const isLast = read[place + 1]?.projection.role !== "assistant";
    const item = itemOf(known, {
      before: id,
      group: groups[place],
      answer: isLast ? answer : undefined,
    });
    id = item.id;
    answer = answerTo(id) ?? (isLast ? undefined : answer);
    sources.set(id, { own, message: item.message, place });
    return item;
  });
  return { items, sources };
}

/** The newest items are compared by content with what was read of them; a host may have written into them. */
const CHECKED = 8;

const readItems = new WeakMap<AgentInputItem, ReadItem>();

function readItem(own: AgentInputItem, isChecked: boolean): ReadItem {
  const before = readItems.get(own);
  if (before !== undefined && !isChecked) return before;
  const hash = fingerprint(sortedJson(own));
  if (before?.hash === hash) return before;
  const read = { projection: projectionOf(own), hash, last: null };
  readItems.set(own, read);
  return read;
}

/** Returns the same item object as before if nothing about it has changed, so that its estimate is found again. */
function itemOf(
  read: ReadItem,
  { before, group, answer }: Pick<Made, "before" | "group" | "answer">,
): Item {
  const { last } = read;
  if (last?.before === before && last.group === group && last.answer === answer) return last.item;
  const message = told(read.projection, group, answer);
  const item = { id: fingerprint(`${before}\n${read.hash}`), message };
  read.last = { before, group, answer, item };
  return item;
}

/** A message with what its item does not say. */
function told(message: Message, group: string | undefined, answer: Answered | undefined): Message {
  const grouped = group === undefined ? message : { ...message, group };
  if (answer === undefined || grouped.role !== "assistant") return grouped;
  const { usage, model } = answer;
  return { ...grouped, usage, ...(model === undefined ? {} : { model }) };
}

/** Items that are sent, and where they stand among the host's own; -1 for what stands before all of them. */
export type Placed = { readonly place: number; readonly items: readonly AgentInputItem[] };

/**
 * A view in the host's items: its own objects, in its own order, wherever the view shows them as they are. What was
 * replaced in part keeps its id and whatever else the parts do not tell.
 */
export function placedView(
  view: Pick<View, "messages" | "ids">,
  { sources }: HostItems,
  state: CompactionState | null,
): readonly Placed[] {
  let place = -1;
  const placed = view.messages.map((message, index): Placed => {
    const id = view.ids[index] ?? null;
    const source = id === null ? undefined : sources.get(id);
    if (source !== undefined) place = source.place;
    const isReplaced = id !== null && Object.hasOwn(state?.replacements ?? {}, id);
    return {
      place,
      items: source === undefined ? toAgentItems(message) : shown(message, source, isReplaced),
    };
  });
  return placed.toSorted((left, right) => left.place - right.place);
}

/** The items of {@link placedView}. */
export function hostView(...view: Parameters<typeof placedView>): AgentInputItem[] {
  return placedView(...view).flatMap(({ items }) => items);
}

function shown(
  message: Message,
  { own, message: said }: Source,
  isReplaced: boolean,
): readonly AgentInputItem[] {
  if (message === said) return [own];
  if (!isReplaced) return [wellFormed(own)];
  const built = toAgentItems(message);
  return built.length === 1 ? built.map((item) => ({ ...own, ...item }) as AgentInputItem) : built;
}

/** The same item without lone surrogates, which no provider accepts. */
function wellFormed(item: AgentInputItem): AgentInputItem {
  return fromJson(JSON.parse(JSON.stringify(toJson(item)), repaired) as never) as AgentInputItem;
}

function repaired(_key: string, value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key.toWellFormed(), entry]),
  );
}
