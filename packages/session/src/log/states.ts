import type { CompactionState, Message, PrefixBlock } from "@cutpoint/core";
import { emptyState, invalidInput } from "@cutpoint/core/kit";
import { pinBlocks } from "@cutpoint/core/session";
import { unknownEntry } from "../store/errors.ts";
import { type Entry, isItemEntry, isReset, type PinEntry } from "./entry.ts";
import { foldEntries, newestPins, replacementsAfter, withSubAgents } from "./fold.ts";
import { withNotedRules } from "./notes.ts";

/** Returns the state after a reset: nothing up to `head` is visible. Sub-agents continue to run, and costs stay. */
export function stateAfterReset(
  head: string,
  current: CompactionState | null = null,
): CompactionState {
  const state = { ...emptyState(), compactedThrough: head, lastSeenId: head };
  return withLasting(state, current);
}

/** Returns a state without the items after `previousId`; `null` if it compacted one of them. */
export function stateWithoutItems(
  state: CompactionState,
  itemIds: ReadonlySet<string>,
  previousId: string | null,
): CompactionState | null {
  const { compactedThrough, firstKeptId, lastSeenId, thinking } = state;
  const isRemoved = (id: string | null): boolean => id !== null && itemIds.has(id);
  if (isRemoved(compactedThrough)) return null;
  return {
    ...state,
    ...(thinking !== undefined && isRemoved(thinking.validAfter)
      ? { thinking: { ...thinking, validAfter: previousId } }
      : {}),
    lastSeenId: isRemoved(lastSeenId) ? previousId : lastSeenId,
    firstKeptId: isRemoved(firstKeptId) ? null : firstKeptId,
  };
}

/**
 * Returns the state before a compaction, with the hides, pins and changes of rules made since.
 *
 * @param path the entries of the path, newest first
 * @throws `unknown-entry` if the path has no compaction with this id, `invalid-input` if a reset came after it
 */
export function stateAfterRevert(path: readonly Entry[], compactionId: string): CompactionState {
  const index = path.findIndex((entry) => entry.id === compactionId && entry.type === "compaction");
  if (index === -1)
    throw unknownEntry("entryId", compactionId, "the id of a compaction on the current path");
  const lastReset = path.findIndex(isReset);
  const sinceReset = lastReset === -1 ? path : path.slice(0, lastReset);
  if (index >= sinceReset.length)
    throw invalidInput("entryId", compactionId, "expected a compaction newer than the last reset");

  const later = path.slice(0, index).reverse();
  const before = foldEntries(path.slice(index + 1));
  const state = withNotedRules(before.state ?? emptyState(), later);
  const visible = new Set([...before.items, ...later.filter(isItemEntry)].map(({ id }) => id));
  const pins = [...newestPins(sinceReset.toReversed()).values()].filter(
    (pin): pin is ActivePin => pin.message !== null,
  );
  const isVisible = ({ itemId }: PinEntry): boolean => itemId !== undefined && visible.has(itemId);
  return {
    ...withLasting(state, foldEntries(path).state),
    replacements: replacementsAfter(state, later),
    pinned: Object.fromEntries(pins.filter(isVisible).map((pin) => [pin.itemId ?? "", pin.pinId])),
    prefix: prefixWithPins(state.prefix, pins, isVisible),
    lastSeenId: path.find(isItemEntry)?.id ?? state.lastSeenId,
  };
}

/** Returns a state with what neither a reset nor a revert takes back: sub-agents that run, and costs. */
function withLasting(
  { cost: _cost, ...state }: CompactionState,
  current: CompactionState | null,
): CompactionState {
  const { cost, subAgents = [] } = current ?? {};
  return withSubAgents({ ...state, ...(cost === undefined ? {} : { cost }) }, subAgents);
}

/** Removes blocks of pins that no longer exist and adds those of pins whose items are not visible. */
function prefixWithPins(
  prefix: readonly PrefixBlock[],
  pins: readonly ActivePin[],
  isVisible: (pin: PinEntry) => boolean,
): readonly PrefixBlock[] {
  const pinIds = new Set<string | null>(pins.map(({ pinId }) => pinId));
  const isInPrefix = ({ pinId }: PinEntry): boolean =>
    prefix.some(({ kind, sourceId }) => kind === "pin" && sourceId === pinId);
  const added = pins
    .filter((pin) => !isVisible(pin) && !isInPrefix(pin))
    .flatMap(({ message, pinId }) => pinBlocks(pinId, message));
  return [
    ...prefix.filter(({ kind, sourceId }) => kind !== "pin" || pinIds.has(sourceId)),
    ...added,
  ];
}

type ActivePin = PinEntry & { readonly message: Message };
