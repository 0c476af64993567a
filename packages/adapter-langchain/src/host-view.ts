import type { CompactionState, Message, View } from "@cutpoint/core";
import type { BaseMessage } from "@langchain/core/messages";
import { asRead, type AsRead, isAsRead } from "./message/as-read.ts";
import { toLangChainMessage, wellFormedMessage } from "./message/convert.ts";
import type { HostItems } from "./message/items.ts";

/** A view in LangChain's messages: the host's own objects wherever the view shows them as they are. */
export type HostViewer = (
  view: View,
  host: HostItems,
  state: CompactionState | null,
) => readonly BaseMessage[];

/** What was sent for a view, by place. */
type Sent = {
  readonly shown: readonly Message[];
  readonly messages: readonly BaseMessage[];
  readonly sources: readonly Source[];
};

/** The host's own message; one of the host's, repaired, which the host may write into; or one made here, as it was then. */
type Source = "own" | "repaired" | AsRead;

/** A viewer sends again what it has sent before at the same place, unless somebody has written into what it made. */
export function createHostViewer(): HostViewer {
  const known = new WeakMap<BaseMessage, Sent>();
  return (view, host, state) => {
    const [key] = host.own;
    const before = key === undefined ? undefined : known.get(key);
    const placeOf = createFinder(view, host);
    const sources: Source[] = [];
    const messages = view.messages.map((message, index) => {
      const sent = before?.messages[index];
      const source = before?.sources[index];
      if (sent !== undefined && before?.shown[index] === message && isToSendAgain(sent, source)) {
        sources.push(source);
        return sent;
      }
      const made = messageAt(index, message);
      sources.push(made.source);
      return made.message;
    });
    if (key !== undefined) known.set(key, { shown: view.messages, messages, sources });
    return messages;

    function messageAt(
      index: number,
      message: Message,
    ): { readonly message: BaseMessage; readonly source: Source } {
      const place = placeOf(index);
      const own = host.own[place];
      if (own !== undefined && host.items[place]?.message === message)
        return { message: own, source: "own" };
      const id = view.ids[index] ?? null;
      const isOfHost = id !== null && own !== undefined;
      if (isOfHost && !Object.hasOwn(state?.replacements ?? {}, id))
        return { message: wellFormedMessage(own), source: "repaired" };
      const made = toLangChainMessage(message, isOfHost ? { id } : {});
      return { message: made, source: asRead(made) };
    }
  };
}

function isToSendAgain(sent: BaseMessage, source: Source | undefined): source is Source {
  if (source === undefined || source === "repaired") return false;
  return source === "own" || isAsRead(sent, source);
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
