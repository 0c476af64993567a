import { type CompactionState, CutpointError, type History, type Item } from "@cutpoint/core";
import { emptyState } from "@cutpoint/core/kit";
import { assertReadableState } from "@cutpoint/core/session";
import { type Entry, type PinEntry, isItemEntry, itemFromEntry } from "./entry.ts";
import { isEvicted, type NotedChanges, readStateNote, withNotedRules } from "./notes.ts";
import { isKnownEntry } from "./read-entry.ts";

/** Reads a log backward from its newest entry, as far as the view needs. */
export type Folding = {
  /** Takes the next older entry, of any branch. Returns `false` if no older entry is needed. */
  take(entry: Entry): boolean;
  /** Adds the next newer entry of the path, unless it replaces the state or leaves the path. */
  add(entry: Entry): void;
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
  /** Newest first. */
  const path: Entry[] = [];
  /** Oldest first. */
  const newer: Entry[] = [];
  const ids = new Set<string>();
  /** The state of the newest compaction. */
  let state: CompactionState | null = null;
  /** Whether all entries before some entry, of all branches, are gone. */
  let isCutOff = false;
  /** The entry to read next: `undefined` at the start, `null` after the session's first entry. */
  let next: string | null | undefined;

  const isDone = (): boolean =>
    next === null || (state !== null && state.compactedThrough === next);

  return {
    take(entry) {
      const { id } = entry;
      if (isEvicted(entry)) isCutOff = true;
      if (next !== undefined && id !== next) return true;
      if (ids.has(id))
        throw new CutpointError("duplicate-id", `the log contains entry ${id} twice`);
      ids.add(id);
      path.push(entry);
      if (state === null && entry.type === "compaction") {
        assertReadableState(entry.state, `entry ${id}.state`);
        ({ state } = entry);
      }
      next = entry.parentId;
      return !isDone();
    },
    add(entry) {
      newer.push(entry);
    },
    history() {
      const gaps = path.flatMap(gapsAt);
      if (typeof next === "string" && !isDone()) {
        if (!isCutOff)
          throw new CutpointError(
            "corrupt-log",
            `the log does not contain entry ${next}, the parent of a later entry`,
          );
        gaps.push({ type: "evicted", id: next });
      }
      const boundary = state?.compactedThrough ?? null;
      return {
        ...readForward([...path.toReversed(), ...newer], state),
        ...(boundary === null || boundary === next ? { startsAtBoundary: true } : {}),
        ...(gaps.length === 0 ? {} : { gaps }),
      };
    },
  };
}

function gapsAt(entry: Entry): NonNullable<History["gaps"]> {
  const { id } = entry;
  if (entry.type === "tombstone") return [{ type: entry.reason, id }];
  return isKnownEntry(entry) ? [] : [{ type: "unknown-type", id }];
}

/** @param state the state of the newest compaction of the path */
function readForward(
  path: readonly Entry[],
  state: CompactionState | null,
): Pick<History, "items" | "state"> {
  const newer = path.slice(path.findLastIndex(({ type }) => type === "compaction") + 1);
  const pins = newestPins(newer);
  const changed = stateAfter(state, newer, pins);
  return { items: shownItems(path, pins, changed), state: changed };
}

type Pins = ReadonlyMap<string, PinEntry>;

/** Returns the newest record of each pin, by pin id. */
export function newestPins(oldestFirst: readonly Entry[]): Pins {
  const pins = oldestFirst.filter((entry) => entry.type === "pin");
  return new Map(pins.map((pin) => [pin.pinId, pin]));
}

/** Returns the state after newer entries, which are not compactions. */
function stateAfter(
  before: CompactionState | null,
  newer: readonly Entry[],
  pins: Pins,
): CompactionState | null {
  const noted: NotedChanges = { fields: {}, subAgents: new Map() };
  let newestId: string | undefined;
  let isChanged = false;
  /** The newest item before the view changed. Usage reported up to it belongs to an older view. */
  let lastSeenId: string | undefined;
  for (const entry of newer) {
    if (changesView(entry)) {
      isChanged = true;
      lastSeenId = newestId;
      const { guard: _guard, ...fields } = noted.fields;
      noted.fields = fields;
    }
    if (isItemEntry(entry)) newestId = entry.id;
    if (entry.type === "note") readStateNote(noted, entry);
  }
  const { fields, subAgents } = noted;
  const base = withNotedRules(before ?? emptyState(), newer);
  const hasNewRules = base.rules !== before?.rules;
  const isNoted = Object.keys(fields).length > 0;
  const isSame = !isChanged && pins.size === 0 && !isNoted && subAgents.size === 0;
  if (isSame && !hasNewRules) return before;
  const continued = (before?.subAgents ?? []).filter((id) => !subAgents.has(id));
  const started = [...subAgents.keys()].filter((id) => subAgents.get(id) !== "ended");
  const state = withSubAgents(base, [...continued, ...started]);
  const isHeld = (pinId: string | null): boolean =>
    pinId === null || pins.get(pinId)?.message !== null;
  return {
    ...state,
    ...fields,
    lastSeenId: lastSeenId ?? state.lastSeenId,
    prefix: state.prefix.filter((piece) => piece.kind !== "pin" || isHeld(piece.sourceId)),
    replacements: replacementsAfter(state, newer),
    pinned: Object.fromEntries(Object.entries(state.pinned).filter(([, pinId]) => isHeld(pinId))),
  };
}

function changesView(entry: Entry): boolean {
  const { type } = entry;
  return type === "hide" || type === "branch" || (type === "pin" && entry.message === null);
}

/** Returns the replacements of a state and of later hides, oldest first. */
export function replacementsAfter(
  state: CompactionState,
  later: readonly Entry[],
): CompactionState["replacements"] {
  const hides = later.filter((entry) => entry.type === "hide");
  return Object.fromEntries(
    [state, ...hides].flatMap(({ replacements }) => Object.entries(replacements)),
  );
}

/** The limit for sub-agents in a state. The newest stay. */
const MOST_SUB_AGENTS = 100;

/** @param running the ids of the sub-agents, the newest last */
export function withSubAgents(state: CompactionState, running: readonly string[]): CompactionState {
  const { subAgents: _before, ...rest } = state;
  return running.length === 0 ? rest : { ...rest, subAgents: running.slice(-MOST_SUB_AGENTS) };
}

/**
 * Returns the items, oldest first. A pin becomes an item only if the item that it pins is not visible. The item has the
 * id of the pin, also if the entry is a copy.
 */
function shownItems(
  path: readonly Entry[],
  pins: Pins,
  state: CompactionState | null,
): readonly Item[] {
  const visible = new Set(path.filter(isItemEntry).map(({ id }) => id));
  const holders = new Map<string, string>(Object.entries(state?.pinned ?? {}));
  const isShownInPlace = ({ itemId }: PinEntry): boolean =>
    itemId !== undefined && visible.has(itemId);
  // The oldest of two pins of an item is its holder.
  for (const pin of [...pins.values()].reverse())
    if (pin.message !== null && isShownInPlace(pin)) holders.set(pin.itemId ?? "", pin.pinId);
  return path.flatMap((entry): readonly Item[] => {
    if (isItemEntry(entry)) {
      const pinId = holders.get(entry.id);
      return [{ ...itemFromEntry(entry), ...(pinId === undefined ? {} : { pinId }) }];
    }
    if (entry.type !== "pin" || pins.get(entry.pinId) !== entry) return [];
    const { at, message, pinId } = entry;
    return message === null || isShownInPlace(entry) ? [] : [{ id: pinId, message, at, pinId }];
  });
}
