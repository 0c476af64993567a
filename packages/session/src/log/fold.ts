import {
  type CompactionState,
  CutpointError,
  type History,
  type Item,
  type Part,
} from "@cutpoint/core";
import { emptyState } from "@cutpoint/core/kit";
import { type Entry, type PinEntry, isItemEntry, itemFromEntry } from "./entry.ts";
import { guardOf, isEvicted, readSubAgentNote, type SubAgentStates, thinkingOf } from "./notes.ts";
import { assertReadableCompaction, isKnownEntry } from "./read-entry.ts";

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
 * The history that a log tells, read newest first: along parents to the newest compaction, whose state counts alone,
 * then messages and branch summaries back to its boundary; hides and pins newer than the state are applied.
 *
 * @throws `corrupt-log`, `duplicate-id`, or `unsupported-version` where a newer release wrote the state
 */
export function foldEntries(entriesNewestFirst: Iterable<Entry>): History {
  const folding = createFolding();
  for (const entry of entriesNewestFirst) if (!folding.take(entry)) break;
  return folding.history();
}

/** A {@link foldEntries} that is fed one entry at a time, for logs that are read asynchronously. */
export function createFolding(): Folding {
  const read: Read = {
    ids: new Set(),
    said: [],
    pins: new Map(),
    replacements: [],
    isChanged: false,
    lastSeenId: undefined,
    guard: null,
    thinking: undefined,
    subAgents: new Map(),
    state: null,
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
      if (read.state === null) takeNewerThanState(read, entry);
      else if (isItemEntry(entry)) read.said.push(itemFromEntry(entry));
      if (entry.type === "tombstone") read.gaps.push({ type: entry.reason, id: entry.id });
      else if (!isKnownEntry(entry)) read.gaps.push({ type: "unknown-type", id });
      read.next = entry.parentId;
      return !isDone(read);
    },
    history: () => historyOf(read),
  };
}

type HistoryGap = NonNullable<History["gaps"]>[number];

/** What was read of a path so far, newest first. */
type Read = {
  readonly ids: Set<string>;
  readonly said: (Item | PinEntry)[];
  /** By pin id, the newest record. */
  readonly pins: Map<string, PinEntry>;
  /** What each hide shows instead, newest first. */
  readonly replacements: Readonly<Record<string, readonly Part[]>>[];
  /** Whether a record newer than the state changes what the state shows. */
  isChanged: boolean;
  /** The newest item before such a record: usage reported up to it measures what is no longer shown. */
  lastSeenId: string | undefined;
  /** What attempts to compact that came to nothing have left behind since the mark. */
  guard: CompactionState["guard"] | null;
  /** Which signed reasoning the model still accepts, of the newest note. */
  thinking: CompactionState["thinking"];
  /** What notes newer than the mark tell of sub-agents. */
  readonly subAgents: SubAgentStates;
  state: CompactionState | null;
  readonly gaps: HistoryGap[];
  /** The entry before which all is gone, of all branches. */
  evicted: string | null;
  /** The entry to read next; `undefined` before the first, `null` after a session's first entry. */
  next: string | null | undefined;
};

function isDone({ state, next }: Read): boolean {
  return next === null || (state !== null && next !== undefined && state.compactedThrough === next);
}

function takeNewerThanState(read: Read, entry: Entry): void {
  if (isItemEntry(entry)) {
    read.said.push(itemFromEntry(entry));
    if (read.isChanged) read.lastSeenId ??= entry.id;
  }
  switch (entry.type) {
    case "compaction":
      assertReadableCompaction(entry, `entry ${entry.id}`);
      read.state = entry.state;
      break;
    case "hide":
      read.replacements.push(entry.replacements);
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
      read.thinking ??= thinkingOf(entry);
      readSubAgentNote(read.subAgents, entry);
      break;
    case "message":
    case "tombstone":
      break;
  }
}

function historyOf(read: Read): History {
  const { next, pins, said } = read;
  const gaps = gapsOf(read);
  const isNoted = read.guard !== null || read.thinking !== undefined || read.subAgents.size > 0;
  const isChanged = read.isChanged || pins.size > 0 || isNoted;
  const state = isChanged ? changedState(read) : read.state;
  const boundary = read.state?.compactedThrough ?? null;
  return {
    items: shownItems(said.toReversed(), pins, state),
    state,
    ...(boundary === null || boundary === next ? { startsAtBoundary: true } : {}),
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

/** The state with the records that are newer than it. */
function changedState({
  guard,
  thinking,
  subAgents,
  state: read,
  pins,
  replacements,
  lastSeenId,
}: Read): CompactionState {
  const state = withSubAgents(read ?? emptyState(), subAgents);
  const isHeld = (pinId: string | null): boolean =>
    pinId === null || pins.get(pinId)?.message !== null;
  return {
    ...state,
    lastSeenId: lastSeenId ?? state.lastSeenId,
    guard: guard ?? state.guard,
    ...(thinking === undefined ? {} : { thinking }),
    prefix: state.prefix.filter((piece) => piece.kind !== "pin" || isHeld(piece.sourceId)),
    replacements: Object.fromEntries(
      [state.replacements, ...replacements.toReversed()].flatMap((each) => Object.entries(each)),
    ),
    pinned: Object.fromEntries(Object.entries(state.pinned).filter(([, pinId]) => isHeld(pinId))),
  };
}

/** The most sub-agents that a state names. The newest stay. */
const MOST_SUB_AGENTS = 100;

/** Returns a state with the sub-agents that run: its own, updated by newer notes. */
export function withSubAgents(
  state: CompactionState,
  subAgents: SubAgentStates,
  before: readonly string[] = state.subAgents ?? [],
): CompactionState {
  const started = [...subAgents]
    .reverse()
    .flatMap(([id, status]) => (status === "ended" ? [] : [id]));
  const running = [...before.filter((id) => !subAgents.has(id)), ...started].slice(
    -MOST_SUB_AGENTS,
  );
  const { subAgents: _before, ...rest } = state;
  return running.length === 0 ? rest : { ...rest, subAgents: running };
}

/** The items in the order they were said; a pin is one of them only where what it pins is not there already. */
function shownItems(
  said: readonly (Item | PinEntry)[],
  pins: ReadonlyMap<string, PinEntry>,
  state: CompactionState | null,
): readonly Item[] {
  const visible = new Set(said.filter(isItem).map((item) => item.id));
  const holders = new Map<string, string>(Object.entries(state?.pinned ?? {}));
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
