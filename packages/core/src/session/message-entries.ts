import type { MessageEntry } from "../model/entry.ts";
import { CutpointError } from "../model/error.ts";
import type { Message } from "../model/message.ts";
import { parseMessage } from "../model/message-schema.ts";

/** Messages on their way into a log: their ids, and the entries that they are after a given head. */
export type MessageEntries = {
  readonly ids: readonly string[];
  readonly after: (head: string | null) => readonly MessageEntry[];
};

/**
 * Checks messages and gives them their ids.
 *
 * @throws `invalid-input` naming the message and the field; `duplicate-id` where an id was minted twice
 */
export function messageEntries(
  messages: readonly Message[],
  options: {
    readonly turnId: string | undefined;
    /** Whether the view has changed since the request that an answer among them answers. */
    readonly isStale: boolean;
    readonly newEntryFields: () => { readonly id: string; readonly at: number };
  },
): MessageEntries {
  const { turnId, isStale, newEntryFields } = options;
  const linked = messages.map((message, index) => ({
    ...newEntryFields(),
    message: parseMessage(message, `messages[${index}]`),
  }));
  const ids = linked.map(({ id }) => id);
  if (new Set(ids).size < ids.length)
    throw new CutpointError("duplicate-id", "newId gave the same id twice: each should be new");
  return {
    ids,
    after: (head) =>
      linked.map(({ id, at, message }, index): MessageEntry => ({
        type: "message",
        id,
        parentId: index === 0 ? head : (ids[index - 1] ?? null),
        at,
        message,
        ...(turnId === undefined ? {} : { turnId }),
        ...(isStale && message.role === "assistant" ? { stale: true } : {}),
      })),
  };
}
