import type { CompactionState, Message, View } from "@cutpoint/core";
import type { BaseMessage } from "@langchain/core/messages";
import { blockPart } from "./message/content-parts.ts";
import { toLangChainMessage, wellFormedMessage } from "./message/convert.ts";
import type { HostItems } from "./message/items.ts";
import { packMessage, unpackMessage } from "./message/packed-message.ts";

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
    if (Object.hasOwn(state?.replacements ?? {}, id)) return toLangChainMessage(message, { id });
    // Only lone surrogates were replaced or signed reasoning was left out: the host's other fields stay.
    if (message.parts.length === shown?.parts.length) return wellFormedMessage(own);
    return withoutSignedReasoning(own) ?? toLangChainMessage(message, { id });
  });
}

/**
 * Returns the message without the content blocks of signed reasoning, in fresh objects. `null` if its reasoning is in
 * other fields.
 */
function withoutSignedReasoning(message: BaseMessage): BaseMessage | null {
  const { type, fields } = packMessage(message);
  const { content } = fields;
  const left = Array.isArray(content) ? content.filter(isNotSigned) : [];
  if (!Array.isArray(content) || left.length === content.length) return null;
  return wellFormedMessage(unpackMessage({ type, fields: { ...fields, content: left } }));
}

function isNotSigned(block: unknown): boolean {
  const part = blockPart(block);
  return part.type !== "reasoning" || part.signature === undefined;
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
