import type { CompactionState, Message, View } from "@cutpoint/core";
import type { BaseMessage } from "@langchain/core/messages";
import { toLangChainMessage, wellFormedMessage } from "./message/convert.ts";
import type { HostItems } from "./message/items.ts";

/** Returns a view in LangChain's messages: the host's own objects for unchanged messages, new ones for the rest. */
export function hostView(
  view: View,
  host: HostItems,
  state: CompactionState | null,
): readonly BaseMessage[] {
  const placeOf = createFinder(view, host);
  return view.messages.map((message, index) => {
    const place = placeOf(index);
    const own = host.own[place];
    if (own === undefined) return toLangChainMessage(message);
    const shown: Message | undefined = host.items[place]?.message;
    if (shown === message) return own;
    const id = view.ids[index] ?? "";
    // Only lone surrogates were replaced: the host's other fields stay.
    if (!Object.hasOwn(state?.replacements ?? {}, id)) return wellFormedMessage(own);
    return toLangChainMessage(message, { id });
  });
}

/** Finds the item that a message of the view shows; -1 if it shows none. */
function createFinder({ ids }: View, { items }: HostItems): (index: number) => number {
  let places: ReadonlyMap<string, number> | undefined;
  return (index) => {
    const id = ids[index] ?? null;
    if (id === null) return -1;
    const likely = items.length - (ids.length - index);
    if (items[likely]?.id === id) return likely;
    places ??= new Map(items.map((item, place) => [item.id, place]));
    return places.get(id) ?? -1;
  };
}
