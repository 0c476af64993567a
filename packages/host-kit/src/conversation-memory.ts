import { type ContentRecord, matchContent, recordContent } from "./content-record.ts";
import { convertMessage } from "./convert-message.ts";
import type { MemoryLimit } from "./recent-map.ts";

/** The newest request of a conversation, with a record of its messages that notices edits in place. */
type Known<HostMessage, Reading> = {
  readonly name: string;
  messages: readonly HostMessage[];
  reading: Reading;
  readonly record: ContentRecord;
  /** The end of each message in the record, and the characters up to there. */
  readonly ends: number[];
  readonly sizes: number[];
};

/** The messages at the start of a request that an earlier one had too. */
export type Shared<HostMessage, Reading> = {
  readonly count: number;
  /** What was read from the earlier request; `null` if none is known. */
  readonly reading: Reading | null;
  /** Whether all of them were compared, not only the newest. */
  readonly isCompared: boolean;
  /** Remembers what was read from this request. */
  readonly remember: (messages: readonly HostMessage[], reading: Reading) => void;
};

/** `newest`: the newest 8 and all other objects. `all`: every message. `none`: the same object has the same content. */
export type Comparison = "newest" | "all" | "none";

/** Hosts that edit messages in place edit one of the newest. */
const NEWEST_COMPARED = 8;

/** The number of messages that tell conversations apart. The first of them is often the same in all. */
const DISTINCT_MESSAGES = 3;

/** The size of a value that is not text, in characters. */
const VALUE_CHARACTERS = 8;

/**
 * Creates a memory of the conversations that were read last. The newest request of each is kept, up to a limit.
 *
 * @param fieldsOf returns the plain data of a message
 */
export function createConversationMemory<HostMessage, Reading>(
  limit: MemoryLimit,
  fieldsOf: FieldsOf<HostMessage>,
): (
  messages: readonly HostMessage[],
  name: string,
  comparison: Comparison,
) => Shared<HostMessage, Reading> {
  type Entry = Known<HostMessage, Reading>;
  /** Those used last come first. */
  const recent: Entry[] = [];
  let characters = 0;

  return (messages, name, comparison) => {
    const isDistinct = messages.length >= DISTINCT_MESSAGES;
    const place = isDistinct
      ? recent.findIndex((each) => each.name === name && isSame(each, messages, fieldsOf))
      : -1;
    const known = place === -1 ? undefined : take(place);
    const { count, isCompared } =
      known === undefined
        ? { count: 0, isCompared: true }
        : countShared(known, messages, comparison, fieldsOf);
    return {
      count,
      isCompared,
      reading: known?.reading ?? null,
      remember(read, reading) {
        if (!isDistinct) return;
        const entry = known ?? { name, messages: read, reading, record: [], ends: [], sizes: [] };
        entry.reading = reading;
        recordFrom(count, read, entry, fieldsOf);
        recent.unshift(entry);
        characters += sizeOf(entry);
        while (recent.length > limit.entries || characters > limit.characters)
          take(recent.length - 1);
      },
    };
  };

  /** Removes an entry. It comes back when its conversation was read, so a request that cannot be read leaves nothing. */
  function take(place: number): Entry | undefined {
    const [entry] = recent.splice(place, 1);
    if (entry !== undefined) characters -= sizeOf(entry);
    return entry;
  }

  function sizeOf({ sizes }: Entry): number {
    return sizes.at(-1) ?? 0;
  }
}

type FieldsOf<HostMessage> = (message: HostMessage) => unknown;

/** Whether a request begins like a known one. The third message differs most often. */
function isSame<HostMessage>(
  known: Known<HostMessage, unknown>,
  messages: readonly HostMessage[],
  fieldsOf: FieldsOf<HostMessage>,
): boolean {
  for (let place = DISTINCT_MESSAGES - 1; place >= 0; place -= 1)
    if (!hasContent(known, place, messages[place], fieldsOf)) return false;
  return true;
}

function hasContent<HostMessage>(
  { ends, record }: Known<HostMessage, unknown>,
  place: number,
  message: HostMessage | undefined,
  fieldsOf: FieldsOf<HostMessage>,
): boolean {
  if (message === undefined || place >= ends.length) return false;
  return matchContent(record, ends[place - 1] ?? 0, fieldsOf(message)) === ends[place];
}

function countShared<HostMessage>(
  known: Known<HostMessage, unknown>,
  messages: readonly HostMessage[],
  comparison: Comparison,
  fieldsOf: FieldsOf<HostMessage>,
): { readonly count: number; readonly isCompared: boolean } {
  const { length } = known.messages;
  const most = Math.min(length, messages.length);
  const trusted = Math.min(
    most,
    { none: length, newest: length - NEWEST_COMPARED, all: 0 }[comparison],
  );
  let isCompared = true;
  for (let count = 0; count < most; count += 1) {
    const message = messages[count];
    if (count < trusted && message === known.messages[count]) isCompared = comparison === "none";
    else if (!hasContent(known, count, message, fieldsOf)) return { count, isCompared };
  }
  return { count: most, isCompared };
}

/** Replaces the messages of a record that are not shared. */
function recordFrom<HostMessage>(
  shared: number,
  messages: readonly HostMessage[],
  known: Known<HostMessage, unknown>,
  fieldsOf: FieldsOf<HostMessage>,
): void {
  const { ends, record, sizes } = known;
  ends.length = shared;
  sizes.length = shared;
  record.length = ends.at(-1) ?? 0;
  known.messages = messages;
  for (let index = shared; index < messages.length; index += 1) {
    const start = record.length;
    const message = messages[index] as HostMessage;
    convertMessage(index, () => recordContent(record, fieldsOf(message)));
    ends.push(record.length);
    sizes.push((sizes.at(-1) ?? 0) + charactersIn(record, start));
  }
}

function charactersIn(record: ContentRecord, start: number): number {
  let characters = 0;
  for (let place = start; place < record.length; place += 1) {
    const value = record[place];
    const isLong = typeof value === "string" || value instanceof Uint8Array;
    characters += VALUE_CHARACTERS + (isLong ? value.length : 0);
  }
  return characters;
}
