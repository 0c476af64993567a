import type { CompactionState, Message, View } from "@cutpoint/core";
import { fromJson, hasOtherCallIds, toJson, wellFormedJson } from "@cutpoint/host-kit";
import type { AgentInputItem } from "@openai/agents-core";
import { toAgentItems } from "./convert.ts";
import type { HostItems, Source } from "./host-items.ts";

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
  host: HostItems,
  state: CompactionState | null,
): readonly PositionedItems[] {
  const sources = host.sources();
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

/** Returns whether a view shows each item unchanged and nothing else. */
export function showsInput({ messages }: Pick<View, "messages">, { items }: HostItems): boolean {
  if (messages.length !== items.length) return false;
  for (let place = 0; place < items.length; place += 1)
    if (items[place]?.message !== messages[place]) return false;
  return true;
}

function renderItem(
  message: Message,
  { own, message: unchanged }: Source,
  isReplaced: boolean,
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
