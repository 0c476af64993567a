import type { BranchEntry, Entry, MessageEntry, PinEntry } from "../model/entry.ts";
import { CutpointError } from "../model/error.ts";
import type { Item } from "../model/item.ts";
import { emptyMark, type Guard, type History, type HistoryGap, type Mark } from "../model/mark.ts";
import type { Part } from "../model/message.ts";
import { isKnownEntry } from "../model/read-entry.ts";
import { requireReadableMark } from "../model/readable-mark.ts";
import { guardOf } from "./guard-note.ts";
import { type Heard, hearOf, withSubAgents } from "./sub-agent-note.ts";
import { isEvicted } from "./tombstone.ts";

/** Reads a log from its newest entry backward, no further than the view needs. */
export type Folding = {
  /** Takes the next older entry, of any branch; `false` says that nothing older is needed. */
  take(entry: Entry): boolean;
  /**
   * The history of the path that ends at the newest entry; where what was before an entry is evicted, it begins there.
   *
   * @throws `corrupt-log` where an entry on the path is missing and nothing was evicted
   */
  history(): History;
};

/**
 * The history that a log tells, read newest first: along parents to the newest compaction, whose mark counts alone,
 * then messages and branch summaries back to its boundary; hides and pins newer than the mark are applied.
 *
 * @throws `corrupt-log`, `duplicate-id`, or `unsupported-version` where a newer release wrote the mark
 */
export function fold(entriesNewestFirst: Iterable<Entry>): History {
  const folding = createFolding();
  for (const entry of entriesNewestFirst) if (!folding.take(entry)) break;
  return folding.history();
}

/** A {@link fold} that is fed one entry at a time, for logs that are read asynchronously. */
export function createFolding(): Folding {
  const read: Read = {
    ids: new Set(),
    said: [],
    pins: new Map(),
    replaced: [],
    isChanged: false,
    seenThrough: undefined,
    guard: null,
    heard: new Map(),
    mark: null,
    gaps: [],
    evicted: null,
    next: undefined,
  };
  return {
    take(entry) {
      const { id } = entry;
      if (isDone(read)) return false;
      if (isEvicted(entry)) read.evicted = entry.id;
      if (read.next !== undefined && entry.id !== read.next) return true;
      if (read.ids.has(entry.id))
        throw new CutpointError("duplicate-id", `entry ${entry.id} is in the log twice`);
      read.ids.add(entry.id);
      if (read.mark === null) takeNewerThanMark(read, entry);
      else if (isSaid(entry)) read.said.push(saidBy(entry));
      if (entry.type === "tombstone") read.gaps.push({ type: entry.reason, id: entry.id });
      else if (!isKnownEntry(entry)) read.gaps.push({ type: "unknown-type", id });
      read.next = entry.parentId;
      return !isDone(read);
    },
    history: () => historyOf(read),
  };
}

/** What was read of a path so far, newest first. */
type Read = {
  readonly ids: Set<string>;
  readonly said: (Item | PinEntry)[];
  /** By pin id, the newest record. */
  readonly pins: Map<string, PinEntry>;
  /** What each hide shows instead, newest first. */
  readonly replaced: Readonly<Record<string, readonly Part[]>>[];
  /** Whether a record newer than the mark changes what the mark shows. */
  isChanged: boolean;
  /** The newest item before such a record: usage reported up to it measures what is no longer shown. */
  seenThrough: string | undefined;
  /** What attempts to compact that came to nothing have left behind since the mark. */
  guard: Guard | null;
  /** What notes newer than the mark tell of sub-agents. */
  readonly heard: Heard;
  mark: Mark | null;
  readonly gaps: HistoryGap[];
  /** The entry before which all is gone, of all branches. */
  evicted: string | null;
  /** The entry to read next; `undefined` before the first, `null` after a session's first entry. */
  next: string | null | undefined;
};

function isDone({ mark, next }: Read): boolean {
  return next === null || (mark !== null && next !== undefined && mark.coveredThrough === next);
}

function takeNewerThanMark(read: Read, entry: Entry): void {
  if (isSaid(entry)) {
    read.said.push(saidBy(entry));
    if (read.isChanged) read.seenThrough ??= entry.id;
  }
  switch (entry.type) {
    case "compaction":
      requireReadableMark(entry.mark, `entry ${entry.id}: mark`);
      read.mark = entry.mark;
      break;
    case "hide":
      read.replaced.push(entry.replaced);
      read.isChanged = true;
      break;
    case "branch":
      read.isChanged = true;
      break;
    case "pin":
      if (read.pins.has(entry.pinId)) break;
      read.pins.set(entry.pinId, entry);
      if (entry.message === null) read.isChanged = true;
      else read.said.push(entry);
      break;
    case "note":
      if (!read.isChanged) read.guard ??= guardOf(entry);
      hearOf(read.heard, entry);
      break;
    case "message":
    case "tombstone":
      break;
  }
}

type Saying = MessageEntry | BranchEntry;

/** Whether an entry is an item: a message, or a navigation with a summary. */
export function isSaid(entry: Entry): entry is Saying {
  return entry.type === "message" || (entry.type === "branch" && entry.summary !== null);
}

/** The item that an entry is. */
export function saidBy(entry: Saying): Item {
  if (entry.type === "message") return itemOf(entry);
  const item = summaryItem(entry, entry.summary?.text ?? "");
  const digest = entry.summary?.origin === "own" ? entry.summary.digest : null;
  return digest === null ? item : { ...item, digest };
}

/** A summary as an item, at an entry's place. */
export function summaryItem({ id, at }: Entry, text: string): Item {
  return {
    id,
    at,
    message: { role: "user", provenance: "summary", parts: [{ type: "text", text }] },
  };
}

/** The item that a message entry is. */
export function itemOf(entry: MessageEntry): Item {
  return {
    id: entry.id,
    message: entry.message,
    at: entry.at,
    ...(entry.turnId === undefined ? {} : { turnId: entry.turnId }),
    ...(entry.stale === true ? { stale: true } : {}),
  };
}

function historyOf(read: Read): History {
  const { next, pins, said } = read;
  const gaps = gapsOf(read);
  const isChanged = read.isChanged || pins.size > 0 || read.guard !== null || read.heard.size > 0;
  const mark = isChanged ? changedMark(read) : read.mark;
  const boundary = read.mark?.coveredThrough ?? null;
  return {
    items: shownItems(said.toReversed(), pins, mark),
    mark,
    ...(boundary === null || boundary === next ? { trimmed: true } : {}),
    ...(gaps.length === 0 ? {} : { gaps }),
  };
}

/** What is missing from the path; a log may only end before its path does where something was evicted. */
function gapsOf(read: Read): readonly HistoryGap[] {
  const { evicted, gaps, next } = read;
  if (isDone(read) || next === undefined || next === null) return gaps;
  if (evicted !== null) return [...gaps, { type: "evicted", id: next }];
  throw new CutpointError(
    "corrupt-log",
    `entry ${next} is not in the log, though a later entry follows it`,
  );
}

/** The mark with the records that are newer than it. */
function changedMark({ guard, heard, mark: read, pins, replaced, seenThrough }: Read): Mark {
  const mark = withSubAgents(read ?? emptyMark(), heard);
  const isHeld = (pinId: string | null): boolean =>
    pinId === null || pins.get(pinId)?.message !== null;
  return {
    ...mark,
    seenThrough: seenThrough ?? mark.seenThrough,
    guard: guard ?? mark.guard,
    head: mark.head.filter((piece) => piece.kind !== "pin" || isHeld(piece.sourceId)),
    replaced: Object.fromEntries(
      [mark.replaced, ...replaced.toReversed()].flatMap((each) => Object.entries(each)),
    ),
    pinned: Object.fromEntries(Object.entries(mark.pinned).filter(([, pinId]) => isHeld(pinId))),
  };
}

/** The items in the order they were said; a pin is one of them only where what it pins is not there already. */
function shownItems(
  said: readonly (Item | PinEntry)[],
  pins: ReadonlyMap<string, PinEntry>,
  mark: Mark | null,
): readonly Item[] {
  const visible = new Set(said.filter(isItem).map((item) => item.id));
  const holders = new Map<string, string>(Object.entries(mark?.pinned ?? {}));
  for (const pin of pins.values())
    if (pin.message !== null && pin.itemId !== undefined && visible.has(pin.itemId))
      holders.set(pin.itemId, pin.pinId);
  return said.flatMap((record): readonly Item[] => {
    if (isItem(record)) {
      const pinId = holders.get(record.id);
      return [pinId === undefined ? record : { ...record, pinId }];
    }
    const { message, itemId, id, pinId, at } = record;
    const isShownInPlace = itemId !== undefined && visible.has(itemId);
    return message === null || isShownInPlace ? [] : [{ id, message, at, pinId }];
  });
}

function isItem(record: Item | PinEntry): record is Item {
  return !("type" in record);
}
