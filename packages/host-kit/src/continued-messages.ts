import { type ContentRecord, matchContent, recordContent } from "./content-record.ts";
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
  messages: readonly Wire[];
  readonly record: ContentRecord;
  /** The end of each message in the record. */
  readonly ends: number[];
};

/** The number of messages that tell conversations apart. The first of them is often the same in all. */
const DISTINCT_MESSAGES = 3;
const MAX_CONVERSATIONS = 32;

/**
 * Creates a function that compares the messages of a request with a record of those of an earlier one, so that an edit
 * of any of them is noticed. It keeps the record of the newest request of 32 conversations.
 */
export function createMessageComparer<Wire>(): (
  messages: readonly Wire[],
  conversation: string,
) => ContinuedMessages<Wire> {
  /** Those used last come first. */
  const recent: KnownMessages<Wire>[] = [];
  return (given, conversation) => {
    const messages = given.slice(); // the app may change its list
    if (messages.length < DISTINCT_MESSAGES) return { messages, before: null, shared: 0 };
    const place = recent.findIndex(
      (each) =>
        each.conversation === conversation &&
        countShared(each, messages, DISTINCT_MESSAGES) === DISTINCT_MESSAGES,
    );
    const [known] = place === -1 ? [] : recent.splice(place, 1);
    const next = known ?? { conversation, messages, record: [], ends: [] };
    const shared = countShared(next, messages);
    const before = known?.messages ?? null;
    recordFrom(shared, messages, next);
    recent.unshift(next);
    if (recent.length > MAX_CONVERSATIONS) recent.pop();
    return { messages, before, shared };
  };
}

function countShared(
  { ends, record }: KnownMessages<unknown>,
  messages: readonly unknown[],
  limit: number = ends.length,
): number {
  const most = Math.min(limit, messages.length);
  let place = 0;
  for (let shared = 0; shared < most; shared += 1) {
    place = matchContent(record, place, messages[shared]);
    if (place === -1) return shared;
  }
  return most;
}

/** Replaces the messages of a record that are not shared. */
function recordFrom<Wire>(
  shared: number,
  messages: readonly Wire[],
  known: KnownMessages<Wire>,
): void {
  const { ends, record } = known;
  ends.length = shared;
  record.length = ends.at(-1) ?? 0;
  known.messages = messages;
  for (let index = shared; index < messages.length; index += 1) {
    convertMessage(index, () => recordContent(record, messages[index]));
    ends.push(record.length);
  }
}
