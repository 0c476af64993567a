import {
  type CompactionState,
  CutpointError,
  type Message,
  type PrefixBlock,
} from "@cutpoint/core";
import { emptyState, invalidInput, pinBlocks } from "@cutpoint/core/kit";
import { type Entry, isItemEntry, type PinEntry } from "./entry.ts";
import { foldEntries, withSubAgents } from "./fold.ts";
import { readSubAgentNote, type SubAgentStates } from "./notes.ts";

/** Returns the state after a reset: nothing up to the newest entry is shown. Sub-agents continue to run. */
export function stateAfterReset(path: readonly Entry[]): CompactionState | null {
  const head = path[0]?.id;
  if (head === undefined) return null;
  const { state } = foldEntries(path);
  const reset = { ...emptyState(), compactedThrough: head, lastSeenId: head };
  return withSubAgents(reset, new Map(), state?.subAgents ?? []);
}

/**
 * Returns the state of a compaction without one item that came before it; `null` if the item is the newest that was
 * compacted, since the compaction then stays behind.
 *
 * @param previousId the item before it
 */
export function stateWithoutItem(
  state: CompactionState,
  itemId: string,
  previousId: string | null,
): CompactionState | null {
  if (state.compactedThrough === itemId) return null;
  const { lastSeenId, thinking } = state;
  return {
    ...state,
    ...(thinking?.validAfter === itemId
      ? { thinking: { ...thinking, validAfter: previousId } }
      : {}),
    lastSeenId: lastSeenId === itemId ? previousId : lastSeenId,
    firstKeptId: state.firstKeptId === itemId ? null : state.firstKeptId,
  };
}

/**
 * The state that undoes a compaction: the one in force before it, with the hides and pins made since.
 *
 * @param entriesNewestFirst the session's log, newest first, back to its beginning
 * @param targetId the compaction to undo, at any depth
 * @throws `unknown-entry` where no compaction of that id is on the path, `invalid-input` where a reset lies between
 */
export function stateAfterRevert(
  entriesNewestFirst: Iterable<Entry>,
  targetId: string,
): CompactionState {
  const path = pathOf(entriesNewestFirst);
  const place = path.findIndex((entry) => entry.id === targetId && entry.type === "compaction");
  if (place === -1)
    throw new CutpointError(
      "unknown-entry",
      `entryId is "${targetId}": no compaction of that id is on the path`,
    );
  const since = path.slice(0, place);
  const lastReset = path.findIndex(
    (entry) => entry.type === "compaction" && entry.reason === "reset",
  );
  if (lastReset !== -1 && lastReset <= place)
    throw invalidInput(
      "entryId",
      targetId,
      "a reset stands between; a revert goes back no further than a reset",
    );

  const before = foldEntries(path.slice(place + 1));
  const state = before.state ?? emptyState();
  const replaced = new Map(Object.entries(state.replacements));
  for (const entry of since.toReversed())
    if (entry.type === "hide")
      for (const [id, parts] of Object.entries(entry.replacements)) replaced.set(id, parts);

  const visible = new Set([...before.items, ...since.filter(isItemEntry)].map((item) => item.id));
  const pins = activePins(lastReset === -1 ? path : path.slice(0, lastReset));
  const isVisible = ({ itemId }: PinEntry): boolean => itemId !== undefined && visible.has(itemId);
  const inHead = new Set(
    state.prefix.filter((piece) => piece.kind === "pin").map((piece) => piece.sourceId),
  );
  const carried = pins
    .filter((pin) => !isVisible(pin) && !inHead.has(pin.pinId))
    .flatMap((pin) => pinBlocks(pin.pinId, pin.message));
  const subAgents: SubAgentStates = new Map();
  const newest = path.findIndex((entry) => entry.type === "compaction");
  for (const entry of path.slice(0, newest)) readSubAgentNote(subAgents, entry);
  const inForce = path[newest];
  const running = inForce?.type === "compaction" ? inForce.state.subAgents : [];
  return {
    ...withSubAgents(state, subAgents, running),
    replacements: Object.fromEntries(replaced),
    pinned: Object.fromEntries(pins.filter(isVisible).map((pin) => [pin.itemId ?? "", pin.pinId])),
    prefix: withPins(state.prefix, carried, new Set(pins.map((pin) => pin.pinId))),
    lastSeenId: newestSaid(path) ?? state.lastSeenId,
  };
}

/** A head with more pins, where pins stand, and without those that are no longer held. */
function withPins(
  head: readonly PrefixBlock[],
  carried: readonly PrefixBlock[],
  held: ReadonlySet<string>,
): readonly PrefixBlock[] {
  const isBefore = ({ kind }: PrefixBlock): boolean => kind === "system" || kind === "preamble";
  const after = head.filter(
    (piece) => !isBefore(piece) && (piece.kind !== "pin" || held.has(piece.sourceId ?? "")),
  );
  return [...head.filter(isBefore), ...carried, ...after];
}

function pathOf(entriesNewestFirst: Iterable<Entry>): readonly Entry[] {
  const path: Entry[] = [];
  for (const entry of entriesNewestFirst) {
    const last = path.at(-1);
    if (last === undefined || last.parentId === entry.id) path.push(entry);
  }
  return path;
}

type ActivePin = PinEntry & { readonly message: Message };

function activePins(path: readonly Entry[]): readonly ActivePin[] {
  const newest = new Map<string, PinEntry>();
  for (const entry of path)
    if (entry.type === "pin" && !newest.has(entry.pinId)) newest.set(entry.pinId, entry);
  return [...newest.values()].filter((pin): pin is ActivePin => pin.message !== null).reverse();
}

function newestSaid(path: readonly Entry[]): string | undefined {
  return path.find(isItemEntry)?.id;
}
