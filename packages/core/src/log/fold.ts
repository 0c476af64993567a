import type { BranchEntry, Entry, MessageEntry, PinEntry } from "../model/entry.ts";
import { CutpointError } from "../model/error.ts";
import type { Item } from "../model/item.ts";
import { emptyMark, type History, type Mark } from "../model/mark.ts";
import type { Part } from "../model/message.ts";
import { requireReadableMark } from "../model/readable-mark.ts";

/** Reads a log from its newest entry backward, no further than the view needs. */
export type Folding = {
  /** Takes the next older entry, of any branch; `false` says that nothing older is needed. */
  take(entry: Entry): boolean;
  /**
   * The history of the path that ends at the newest entry.
   *
   * @throws `corrupt-log` where an entry on the path is missing, `duplicate-id` where an id is there twice
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
  const seen = new Set<string>();
  const said: (Item | PinEntry)[] = [];
  const pins = new Map<string, PinEntry>();
  const replaced: Record<string, readonly Part[]> = {};
  /** Why the mark differs from the one that was written; the newest item before such a record anchors no usage. */
  let changed = false;
  let seenThrough: string | null | undefined;
  let mark: Mark | null = null;
  let next: string | null | undefined;
  let done = false;

  function say(item: Item): void {
    said.push(item);
    if (changed) seenThrough ??= item.id;
  }

  function takeOlderThanMark(entry: Entry): void {
    if (entry.type === "message") said.push(itemOf(entry));
    else if (entry.type === "branch" && entry.summary !== null) said.push(branchItemOf(entry));
  }

  function takeNewerThanMark(entry: Entry): void {
    switch (entry.type) {
      case "message":
        return say(itemOf(entry));
      case "branch":
        if (entry.summary !== null) say(branchItemOf(entry));
        changed = true;
        return;
      case "hide":
        for (const [id, parts] of Object.entries(entry.replaced)) replaced[id] ??= parts;
        changed = true;
        return;
      case "pin":
        if (pins.has(entry.pinId)) return;
        pins.set(entry.pinId, entry);
        if (entry.message === null) changed = true;
        else said.push(entry);
        return;
      case "compaction":
        requireReadableMark(entry.mark, `entry ${entry.id}: mark`);
        mark = entry.mark;
        return;
      case "note":
        return;
    }
  }

  return {
    take(entry) {
      if (done) return false;
      if (next !== undefined && entry.id !== next) return true;
      if (seen.has(entry.id))
        throw new CutpointError("duplicate-id", `entry ${entry.id} is in the log twice`);
      seen.add(entry.id);
      if (mark === null) takeNewerThanMark(entry);
      else takeOlderThanMark(entry);
      next = entry.parentId;
      done = next === null || (mark !== null && mark.coveredThrough === next);
      return !done;
    },
    history() {
      if (!done && next !== undefined && next !== null)
        throw new CutpointError(
          "corrupt-log",
          `entry ${next} is not in the log, though a later entry follows it`,
        );
      const changedMark =
        changed || pins.size > 0
          ? withRecords(mark ?? emptyMark(), { replaced, pins, seenThrough })
          : mark;
      const trimmed = mark === null || mark.coveredThrough === null || mark.coveredThrough === next;
      return {
        items: itemsOf(said.toReversed(), pins, changedMark),
        mark: changedMark,
        ...(trimmed ? { trimmed } : {}),
      };
    },
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

function branchItemOf({ id, at, summary }: BranchEntry): Item {
  const text = summary?.text ?? "";
  return {
    id,
    at,
    message: { role: "user", provenance: "summary", parts: [{ type: "text", text }] },
  };
}

type Records = {
  readonly replaced: Readonly<Record<string, readonly Part[]>>;
  readonly pins: ReadonlyMap<string, PinEntry>;
  readonly seenThrough: string | null | undefined;
};

function withRecords(mark: Mark, { replaced, pins, seenThrough }: Records): Mark {
  const gone = (pinId: string | null): boolean =>
    pinId !== null && pins.get(pinId)?.message === null;
  return {
    ...mark,
    seenThrough: seenThrough ?? mark.seenThrough,
    head: mark.head.filter((piece) => piece.kind !== "pin" || !gone(piece.sourceId)),
    replaced: { ...mark.replaced, ...replaced },
    pinned: Object.fromEntries(Object.entries(mark.pinned).filter(([, pinId]) => !gone(pinId))),
  };
}

function itemsOf(
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
    const shownInPlace = itemId !== undefined && visible.has(itemId);
    return message === null || shownInPlace ? [] : [{ id, message, at, pinId }];
  });
}

function isItem(record: Item | PinEntry): record is Item {
  return !("type" in record);
}
