import { copyContent, isUnchanged } from "./content-copy.ts";
import { convertMessage } from "./convert-message.ts";

/** The messages of a request, which must not be changed, and how they continue those of an earlier request. */
export type ContinuedMessages<Wire> = {
  readonly messages: readonly Wire[];
  /** The messages of the earlier request; `null` if none is known. */
  readonly before: readonly Wire[] | null;
  /** The number of messages at the start that both share. */
  readonly shared: number;
};

type KnownMessages<Wire> = {
  readonly conversation: string;
  readonly messages: readonly Wire[];
  readonly copies: readonly unknown[];
};

/** The number of messages that tell conversations apart. The first of them is often the same in all. */
const DISTINCT_MESSAGES = 3;
const MAX_CONVERSATIONS = 32;

/**
 * Creates a function that compares the messages of a request with copies of those of an earlier one, so that an edit of
 * any of them is noticed. It keeps copies for the newest request of 32 conversations.
 */
export function createMessageComparer<Wire>(): (
  messages: readonly Wire[],
  conversation: string,
) => ContinuedMessages<Wire> {
  /** Those used last come first. */
  const recent: KnownMessages<Wire>[] = [];
  return (given, conversation) => {
    const messages = [...given]; // the app may change its list
    if (messages.length < DISTINCT_MESSAGES) return { messages, before: null, shared: 0 };
    const place = recent.findIndex(
      (known) =>
        known.conversation === conversation &&
        countShared(known.copies, messages, DISTINCT_MESSAGES) === DISTINCT_MESSAGES,
    );
    const [known] = place === -1 ? [] : recent.splice(place, 1);
    const shared = known === undefined ? 0 : countShared(known.copies, messages);
    const copies = known === undefined ? [] : known.copies.slice(0, shared);
    for (let index = shared; index < messages.length; index += 1)
      copies.push(convertMessage(index, () => copyContent(messages[index])));
    recent.unshift({ conversation, messages, copies });
    if (recent.length > MAX_CONVERSATIONS) recent.pop();
    return { messages, before: known?.messages ?? null, shared };
  };
}

function countShared(
  copies: readonly unknown[],
  messages: readonly unknown[],
  limit: number = copies.length,
): number {
  const end = Math.min(limit, messages.length);
  let shared = 0;
  while (shared < end && isUnchanged(copies[shared], messages[shared])) shared += 1;
  return shared;
}
