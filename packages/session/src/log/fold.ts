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

/** Reads a log backward from its newest entry, as far as the view needs. */
export type Folding = {
  /** Takes the next older entry, of any branch. Returns `false` if no older entry is needed. */
  take(entry: Entry): boolean;
  /**
   * Returns the history of the path to the newest entry. After an eviction it begins at the oldest entry left.
   *
   * @throws `corrupt-log` if an entry of the path is missing and nothing was evicted
   */
  history(): History;
};

/**
 * Reads a log, newest entry first, into a history.
 *
 * Takes the state of the newest compaction and the messages back to its boundary. Later hides and pins are applied.
 *
 * @throws `corrupt-log`, `duplicate-id`, or `unsupported-version` if a newer release wrote the state
 */
export function foldEntries(entriesNewestFirst: Iterable<Entry>): History {
  const folding = createFolding();
  for (const entry of entriesNewestFirst) if (!folding.take(entry)) break;
  return folding.history();
}

/** {@link foldEntries} for logs that are read asynchronously, one entry at a time. */
export function createFolding(): Folding {
  const read: Read = {
    ids: new Set(),
    said: [],
    pins: new Map(),
    replacements: [],
    isChanged: false,
    lastSeenId: undefined,
    guard: undefined,
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
      if (isEvicted(entry)) read.evicted = entry.id;
      if (read.next !== undefined && entry.id !== read.next) return true;
      if (read.ids.has(entry.id))
        throw new CutpointError("duplicate-id", `the log contains entry ${entry.id} twice`);
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

/** The part of a path that was read, newest first. */
type Read = {
  readonly ids: Set<string>;
  readonly said: (Item | PinEntry)[];
  /** The newest record of each pin, by pin id. */
  readonly pins: Map<string, PinEntry>;
  /** Newest first. */
  readonly replacements: Readonly<Record<string, readonly Part[]>>[];
  /** Whether a record newer than the state changes the view. */
  isChanged: boolean;
  /** The newest item before such a record. Usage reported up to it belongs to an older view. */
  lastSeenId: string | undefined;
  /** The guard after failed compactions newer than the state. */
  guard: CompactionState["guard"] | undefined;
  /** The signed reasoning that the model still accepts, from the newest note. */
  thinking: CompactionState["thinking"];
  /** From notes newer than the state. */
  readonly subAgents: SubAgentStates;
  state: CompactionState | null;
  readonly gaps: HistoryGap[];
  /** The tombstone of an eviction. All older entries, of all branches, are gone. */
  evicted: string | null;
  /** The entry to read next: `undefined` at the start, `null` after the session's first entry. */
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
  const isNoted =
    read.guard !== undefined || read.thinking !== undefined || read.subAgents.size > 0;
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

/** Returns the gaps of the path. Only an eviction may cut a path off. */
function gapsOf(read: Read): readonly HistoryGap[] {
  const { evicted, gaps, next } = read;
  if (isDone(read) || next === undefined || next === null) return gaps;
  if (evicted !== null) return [...gaps, { type: "evicted", id: next }];
  throw new CutpointError(
    "corrupt-log",
    `the log does not contain entry ${next}, the parent of a later entry`,
  );
}

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

/** The limit for sub-agents in a state. The newest stay. */
const MOST_SUB_AGENTS = 100;

/** Returns a state with the sub-agents that are running: those before, updated by newer notes. */
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

/**
 * Returns the items, oldest first. A pin becomes an item only if the item that it pins is not visible. The item has the
 * id of the pin, also if the entry is a copy.
 */
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
    const { message, itemId, pinId, at } = record;
    const isShownInPlace = itemId !== undefined && visible.has(itemId);
    return message === null || isShownInPlace ? [] : [{ id: pinId, message, at, pinId }];
  });
}

function isItem(record: Item | PinEntry): record is Item {
  return !("type" in record);
}
