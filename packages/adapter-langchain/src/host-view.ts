import type { Mark, Message, View } from "@cutpoint/core";
import type { BaseMessage } from "@langchain/core/messages";
import { toLangChainMessage, wellFormedMessage } from "./message/convert.ts";
import type { HostItems } from "./message/items.ts";

/** A view in LangChain's messages: the host's own objects wherever the view shows them as they are. */
export type HostViewer = (view: View, host: HostItems, mark: Mark | null) => readonly BaseMessage[];

/** The host's own messages in a view, by place; `undefined` where something else stands. */
type Shown = {
  readonly messages: readonly Message[];
  readonly own: readonly (BaseMessage | undefined)[];
};

/** A viewer does not look again for what it has shown before at the same place. */
export function createHostViewer(): HostViewer {
  const known = new WeakMap<BaseMessage, Shown>();
  return (view, host, mark) => {
    const [key] = host.own;
    const before = key === undefined ? undefined : known.get(key);
    const placeOf = createFinder(view, host);
    const own = view.messages.map((message, index) => {
      if (before?.messages[index] === message) return before.own[index];
      const place = placeOf(index);
      return host.items[place]?.message === message ? host.own[place] : undefined;
    });
    if (key !== undefined) known.set(key, { messages: view.messages, own });
    return own.map((message, index) => message ?? made(index));

    function made(index: number): BaseMessage {
      const message = view.messages[index] as Message;
      const id = view.ids[index] ?? null;
      const source = host.own[placeOf(index)];
      if (id === null || source === undefined) return toLangChainMessage(message);
      const isReplaced = Object.hasOwn(mark?.replaced ?? {}, id);
      return isReplaced ? toLangChainMessage(message, { id }) : wellFormedMessage(source);
    }
  };
}

/** Finds the item that a message of the view shows; -1 where it shows none. */
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
