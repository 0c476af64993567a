import { type Message, textOf, toolCalls } from "@cutpoint/core";
import type { ThreadBuilder } from "./thread-builder.ts";

/** Finds the items of a thread that another record repeats. */
export type MessageIndex = {
  /** Returns the id of the item with the same call, result or text. */
  readonly idOf: (message: Message) => string | undefined;
};

export function createMessageIndex(thread: ThreadBuilder): MessageIndex {
  const ids = new Map<string, string>();
  let indexed = 0;
  return {
    idOf(message) {
      for (; indexed < thread.items.length; indexed += 1) {
        const item = thread.items[indexed];
        for (const key of item === undefined ? [] : keysOf(item.message))
          ids.set(key, item?.id ?? "");
      }
      const found = keysOf(message).find((key) => ids.has(key));
      return found === undefined ? undefined : ids.get(found);
    },
  };
}

function keysOf(message: Message): readonly string[] {
  if (message.role === "tool") return [`result ${message.callId}`];
  const calls = toolCalls(message).map(({ callId }) => `call ${callId}`);
  return calls.length > 0 ? calls : [`${message.role} ${textOf(message).trim()}`];
}

/**
 * Adds the messages of a compaction record that no other record contains. Returns the ids of all its messages.
 *
 * Such a record can be the only place of a history: the file of a resumed or forked session begins with it.
 */
export function restoreMessages(
  messages: readonly Message[],
  thread: ThreadBuilder,
  index: MessageIndex,
): { readonly keptIds: readonly string[]; readonly restoredIds: readonly string[] } {
  const keptIds = new Set<string>();
  const restoredIds: string[] = [];
  for (const message of messages) {
    const known = index.idOf(message);
    const id = known ?? thread.add(message);
    keptIds.add(id);
    if (known === undefined) restoredIds.push(id);
  }
  return { keptIds: [...keptIds], restoredIds };
}
