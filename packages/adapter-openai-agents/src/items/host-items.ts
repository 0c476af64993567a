import {
  type CompactionState,
  type Item,
  type Message,
  type TokenUsage,
  toolCalls,
  type View,
} from "@cutpoint/core";
import type { AgentInputItem } from "@openai/agents-core";
import { toAgentItems } from "./convert.ts";
import { groupsOf, type ItemContent } from "./groups.ts";
import { projectionOf } from "./projection.ts";
import { fingerprint, fromJson, sortedJson, toJson, wellFormedJson } from "@cutpoint/host-kit";

/** An item of the host, its message, and its position in the input. */
type Source = { readonly own: AgentInputItem; readonly message: Message; readonly place: number };

/** The host's items as Cutpoint's, and the host's own by id. */
export type HostItems = {
  readonly items: readonly Item[];
  readonly sources: ReadonlyMap<string, Source>;
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

/**
 * Converts all items of a host.
 *
 * An id is a hash of the previous id and the content, so an id that occurs again proves that everything before it is
 * unchanged. An item that was edited in place becomes a new item: one of the newest 8 at once, an older one with
 * `compare: "all"`.
 *
 * @param answerTo returns the usage of the answer to an item; the last item of that answer reports it
 * @param compare the items to compare with their content at the last call
 */
export function hostItems(
  input: readonly AgentInputItem[],
  answerTo: (id: string) => AnswerUsage | undefined = () => undefined,
  compare: "newest" | "all" = "newest",
): HostItems {
  const firstCompared = compare === "all" ? 0 : input.length - NEWEST_COMPARED;
  const read = input.map((own, place) => readItem(own, place >= firstCompared));
  const groups = groupsOf(input, read);
  const sources = new Map<string, Source>();
  let id = "";
  let answer: AnswerUsage | undefined;
  const items = input.map((own, place): Item => {
    const content = read[place] ?? readItem(own, true);
    const isLast = read[place + 1]?.projection.role !== "assistant";
    const item = itemOf(content, {
      previousId: id,
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

/** Hosts that edit items in place edit one of the newest. */
const NEWEST_COMPARED = 8;

const readItems = new WeakMap<AgentInputItem, ReadItem>();

function readItem(own: AgentInputItem, isCompared: boolean): ReadItem {
  const cached = readItems.get(own);
  if (cached !== undefined && !isCompared) return cached;
  const hash = fingerprint(sortedJson(own));
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
  const item = { id: fingerprint(`${previousId}\n${read.hash}`), message };
  read.last = { previousId, group, answer, item };
  return item;
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

/** Items to send, and their position among the host's own; -1 if they come before all of them. */
export type PositionedItems = { readonly place: number; readonly items: readonly AgentInputItem[] };

/**
 * Converts a view to the host's items, in the host's order.
 *
 * Unchanged messages are the host's own objects. Partly replaced items keep their id and all fields that the parts do
 * not contain.
 */
export function positionedView(
  view: Pick<View, "messages" | "ids">,
  { sources }: HostItems,
  state: CompactionState | null,
): readonly PositionedItems[] {
  let place = -1;
  const positioned = view.messages.map((message, index): PositionedItems => {
    const id = view.ids[index] ?? null;
    const source = id === null ? undefined : sources.get(id);
    if (source !== undefined) place = source.place;
    const isReplaced = id !== null && Object.hasOwn(state?.replacements ?? {}, id);
    return {
      place,
      items: source === undefined ? toAgentItems(message) : renderItem(message, source, isReplaced),
    };
  });
  return positioned.toSorted((left, right) => left.place - right.place);
}

/** Converts a view to a list of items; see {@link positionedView}. */
export function hostView(...view: Parameters<typeof positionedView>): AgentInputItem[] {
  return positionedView(...view).flatMap(({ items }) => items);
}

function renderItem(
  message: Message,
  { own, message: unchanged }: Source,
  isReplaced: boolean,
): readonly AgentInputItem[] {
  if (message === unchanged) return [own];
  const built = toAgentItems(message);
  if (!isReplaced && !hasOtherCallId(message, unchanged)) return [wellFormed(own)];
  return built.length === 1 ? built.map((item) => ({ ...own, ...item }) as AgentInputItem) : built;
}

/** Whether the view numbered the id of a call, because an earlier call has the same. */
function hasOtherCallId(message: Message, unchanged: Message): boolean {
  const [id, before] = [message, unchanged].map((each) =>
    each.role === "tool" ? each.callId : toolCalls(each)[0]?.callId,
  );
  return id !== before;
}

/** Returns the item without lone surrogates, which no provider accepts. */
function wellFormed(item: AgentInputItem): AgentInputItem {
  return fromJson(wellFormedJson(toJson(item))) as AgentInputItem;
}
