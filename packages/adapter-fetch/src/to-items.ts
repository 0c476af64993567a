import { isDeepStrictEqual } from "node:util";
import type { Item, Message } from "@cutpoint/core";
import { chatCodec, type ChatMessage, fingerprint, toChatMessage } from "@cutpoint/host-kit";

/**
 * Converts the messages of a conversation to items, one for each.
 *
 * An id is a hash of the message and all messages before it, so an id that occurs again proves that nothing before it
 * was changed.
 */
export function toItems(messages: readonly ChatMessage[]): readonly Item[] {
  let id = "";
  return chatCodec.split(messages).map((unit) => {
    id = fingerprint(`${id}\n${JSON.stringify(unit.message)}`);
    return { id, message: withOriginal(unit.message, chatCodec.toMessage(unit)) };
  });
}

/** Adds the original if it cannot be built from the parts. */
function withOriginal(original: ChatMessage, message: Message): Message {
  return isDeepStrictEqual(toChatMessage(message), original)
    ? message
    : { ...message, adapterMetadata: original };
}
