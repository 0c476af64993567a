import type { CompactionState, Message, View } from "@cutpoint/core";
import {
  fromJson,
  hasOtherCallIds,
  type HostItems,
  toJson,
  wellFormedJson,
} from "@cutpoint/host-kit";
import type { AgentInputItem } from "@openai/agents-core";
import { toAgentItems } from "./convert.ts";

/** Items to send, and their position among the host's own; -1 if they come before all of them. */
export type PositionedItems = { readonly place: number; readonly items: readonly AgentInputItem[] };

/**
 * Converts a view to the host's items, in the host's order.
 *
 * Unchanged messages are the host's own objects, if there are any. Partly replaced items keep their id and all fields that the parts do
 * not contain.
 */
export function positionedView(
  view: Pick<View, "messages" | "ids">,
  { items, messages }: Pick<HostItems<AgentInputItem>, "items" | "messages">,
  state: CompactionState | null,
): readonly PositionedItems[] {
  const places = new Map(items.map(({ id }, index) => [id, index]));
  let place = -1;
  const positioned = view.messages.map((message, index): PositionedItems => {
    const id = view.ids[index] ?? "";
    place = places.get(id) ?? place;
    const [own, unchanged] = [messages[place], items[place]?.message];
    if (!places.has(id) || own === undefined || unchanged === undefined)
      return { place, items: toAgentItems(message) };
    const isReplaced = Object.hasOwn(state?.replacements ?? {}, id);
    return { place, items: renderItem(message, { own, unchanged, isReplaced }) };
  });
  return positioned.toSorted((left, right) => left.place - right.place);
}

type Source = {
  readonly own: AgentInputItem;
  readonly unchanged: Message;
  readonly isReplaced: boolean;
};

function renderItem(
  message: Message,
  { isReplaced, own, unchanged }: Source,
): readonly AgentInputItem[] {
  if (message === unchanged) return [own];
  const built = toAgentItems(message);
  if (!isReplaced && !hasOtherCallIds(message, unchanged)) return [wellFormed(own)];
  return built.length === 1 ? built.map((item) => ({ ...own, ...item }) as AgentInputItem) : built;
}

/** Returns the item without lone surrogates, which no provider accepts. */
function wellFormed(item: AgentInputItem): AgentInputItem {
  return fromJson(wellFormedJson(toJson(item))) as AgentInputItem;
}
