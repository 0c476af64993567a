import type { FitResult, History, Message, View } from "@cutpoint/core";
import { hasOtherCallIds } from "@cutpoint/host-kit";
import type { BaseMessage } from "@langchain/core/messages";
import { blockPart } from "./message/content-parts.ts";
import { toLangChainMessage, wellFormedMessage } from "./message/convert.ts";
import type { HostItems } from "./message/items.ts";
import { packMessage, unpackMessage } from "./message/packed-message.ts";
import { withCallIds } from "./message/rename-calls.ts";

/** Converts a view to LangChain messages. Unchanged messages are the host's original objects. */
export function hostView(
  { history, state, view }: FitResult,
  host: HostItems,
): readonly BaseMessage[] {
  const shared = sharedLength(history, view, host);
  if (shared === view.messages.length && shared === host.originals.length) return host.originals;
  const findItem = createItemFinder(view, host);
  const others = view.messages.slice(shared).map((message, place) => {
    const index = shared + place;
    const itemIndex = findItem(index);
    const original = host.originals[itemIndex];
    if (original === undefined) return toLangChainMessage(message);
    const current: Message | undefined = host.items[itemIndex]?.message;
    if (current === message) return original;
    const id = view.ids[index] ?? "";
    const isReplaced = Object.hasOwn(state?.replacements ?? {}, id);
    if (isReplaced || current === undefined) return toLangChainMessage(message, { id });
    const hasAllParts = message.parts.length === current.parts.length;
    if (hasOtherCallIds(message, current))
      return hasAllParts
        ? withCallIds(original, current, message)
        : toLangChainMessage(message, { id });
    // Only lone surrogates were replaced or signed reasoning was left out: the host's other fields stay.
    if (hasAllParts) return wellFormedMessage(original);
    return withoutSignedReasoning(original) ?? toLangChainMessage(message, { id });
  });
  return [...host.originals.slice(0, shared), ...others];
}

/** The shared lengths of earlier views. Items are only appended to a history, which does not change these messages. */
const sharedLengths = new WeakMap<History, number>();

/** Returns the number of messages at the start of the view that are those of the first items. */
function sharedLength(history: History, { messages }: View, { items }: HostItems): number {
  let length = sharedLengths.get(history) ?? 0;
  while (length < items.length && messages[length] === items[length]?.message) length += 1;
  sharedLengths.set(history, length);
  return length;
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

/** Creates a function that finds the item of a view's message by its index. Returns -1 if the message has no item. */
function createItemFinder({ ids }: View, { items }: HostItems): (index: number) => number {
  let indexes: ReadonlyMap<string, number> | undefined;
  return (index) => {
    const id = ids[index] ?? null;
    if (id === null) return -1;
    const expected = items.length - (ids.length - index);
    if (items[expected]?.id === id) return expected;
    indexes ??= new Map(items.map((item, itemIndex) => [item.id, itemIndex]));
    return indexes.get(id) ?? -1;
  };
}
