import type { Entry, PinEntry } from "../model/entry.ts";
import { CutpointError, invalidInput } from "../model/error.ts";
import { emptyMark, type HeadPiece, type Mark } from "../model/mark.ts";
import type { Part, Message } from "../model/message.ts";
import { fold } from "./fold.ts";
import { type Heard, hearOf, withSubAgents } from "./sub-agent-note.ts";

/**
 * The mark that forgets everything up to a head, of a reset.
 *
 * @param head the id of the newest entry
 */
export function resetMark(head: string): Mark {
  return { ...emptyMark(), coveredThrough: head, seenThrough: head };
}

/**
 * The mark that undoes a compaction: the one in force before it, with the hides and pins made since.
 *
 * @param entriesNewestFirst the session's log, newest first, back to its beginning
 * @param targetId the compaction to undo, at any depth
 * @throws `unknown-entry` where no compaction of that id is on the path, `invalid-input` where a reset lies between
 */
export function revertMark(entriesNewestFirst: Iterable<Entry>, targetId: string): Mark {
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

  const before = fold(path.slice(place + 1));
  const mark = before.mark ?? emptyMark();
  const replaced = new Map(Object.entries(mark.replaced));
  for (const entry of since.toReversed())
    if (entry.type === "hide")
      for (const [id, parts] of Object.entries(entry.replaced)) replaced.set(id, parts);

  const visible = new Set([...before.items, ...since.filter(isSaid)].map((item) => item.id));
  const pins = activePins(lastReset === -1 ? path : path.slice(0, lastReset));
  const isVisible = ({ itemId }: PinEntry): boolean => itemId !== undefined && visible.has(itemId);
  const inHead = new Set(
    mark.head.filter((piece) => piece.kind === "pin").map((piece) => piece.sourceId),
  );
  const carried = pins
    .filter((pin) => !isVisible(pin) && !inHead.has(pin.pinId))
    .flatMap((pin) => pinPieces(pin.pinId, pin.message));
  const heard: Heard = new Map();
  const newest = path.findIndex((entry) => entry.type === "compaction");
  for (const entry of path.slice(0, newest)) hearOf(heard, entry);
  const inForce = path[newest];
  const running = inForce?.type === "compaction" ? inForce.mark.subAgents : [];
  return {
    ...withSubAgents(mark, heard, running),
    replaced: Object.fromEntries(replaced),
    pinned: Object.fromEntries(pins.filter(isVisible).map((pin) => [pin.itemId ?? "", pin.pinId])),
    head: withPins(mark.head, carried, new Set(pins.map((pin) => pin.pinId))),
    seenThrough: newestSaid(path) ?? mark.seenThrough,
  };
}

/** A head with more pins, where pins stand, and without those that are no longer held. */
function withPins(
  head: readonly HeadPiece[],
  carried: readonly HeadPiece[],
  held: ReadonlySet<string>,
): readonly HeadPiece[] {
  const isBefore = ({ kind }: HeadPiece): boolean => kind === "system" || kind === "preamble";
  const after = head.filter(
    (piece) => !isBefore(piece) && (piece.kind !== "pin" || held.has(piece.sourceId ?? "")),
  );
  return [...head.filter(isBefore), ...carried, ...after];
}

/** The head pieces of a pinned message: its texts and files, to the letter. */
export function pinPieces(pinId: string, message: Message): readonly HeadPiece[] {
  const parts: readonly Part[] = message.parts;
  return parts
    .filter((part) => part.type === "text" || part.type === "file")
    .map((part) => ({ kind: "pin", sourceId: pinId, part }));
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

function isSaid(entry: Entry): boolean {
  return entry.type === "message" || (entry.type === "branch" && entry.summary !== null);
}

function newestSaid(path: readonly Entry[]): string | undefined {
  return path.find(isSaid)?.id;
}
