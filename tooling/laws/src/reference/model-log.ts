import type { Message, Part, PrefixBlock } from "@cutpoint/core";
import type { CompactionEntry, Entry } from "@cutpoint/session";

/** An item as it should be shown. */
type ExpectedItem = {
  readonly id: string;
  readonly parts: readonly Part[];
  readonly pinned: boolean;
};

/** What the newest entry of a log should show. */
export type Expected = {
  /** What the compaction in force put before the kept items, without pins. */
  readonly head: readonly PrefixBlock[];
  /** The pins that are shown in the head, oldest first. */
  readonly pinsInHead: readonly { readonly pinId: string; readonly message: Message }[];
  readonly items: readonly ExpectedItem[];
  /** The input tokens reported by answers newer than the newest compaction, hide and branch, oldest first. */
  readonly anchoring: readonly number[];
};

type Pin = {
  readonly pinId: string;
  readonly entryId: string;
  readonly itemId: string | null;
  readonly message: Message;
  readonly place: number;
};

/** All that a path says, in the order in which it was said. */
type State = {
  /** How many of the path's entries the compaction in force has covered. */
  readonly covered: number;
  readonly head: readonly PrefixBlock[];
  readonly hidden: ReadonlyMap<string, readonly Part[]>;
  readonly pins: readonly Pin[];
};

const NOTHING: State = { covered: 0, head: [], hidden: new Map(), pins: [] };

/** A log that keeps everything and looks through all of it, from the root to the head, at every question. */
export type ModelLog = {
  /** @param undone where the entry is a revert, the compaction that it undoes */
  append(entry: Entry, undone?: string): void;
  readonly entries: readonly Entry[];
  /** Goes to an entry, or before all of them; what is written next comes after it. */
  navigate(target: string | null): void;
  head(): string | null;
  /** Root to head. */
  path(): readonly Entry[];
  expected(): Expected;
  /** The pins that are in force, wherever they are shown. */
  activePins(): readonly string[];
  /** The compactions on the path that may be undone: those newer than the newest reset. */
  undoable(): readonly CompactionEntry[];
};

export function createModelLog(): ModelLog {
  const entries: Entry[] = [];
  const undoneBy = new Map<string, string>();
  let head: string | null = null;

  function path(): readonly Entry[] {
    const byId = new Map(entries.map((entry) => [entry.id, entry]));
    const backward: Entry[] = [];
    let id = head;
    while (id !== null) {
      const entry = byId.get(id);
      if (entry === undefined) throw new Error(`the model has no entry ${id}`);
      backward.push(entry);
      id = entry.parentId;
    }
    return backward.reverse();
  }

  return {
    append(entry, undone) {
      entries.push(entry);
      head = entry.id;
      if (undone !== undefined) undoneBy.set(entry.id, undone);
    },
    entries,
    navigate(target) {
      head = target;
    },
    head: () => head,
    path,
    expected: () => expectedOf(path(), undoneBy),
    activePins: () => stateOf(path(), undoneBy).pins.map((pin) => pin.pinId),
    undoable() {
      const along = path();
      const reset = along.findLastIndex(
        (entry) => entry.type === "compaction" && entry.reason === "reset",
      );
      return along
        .slice(reset + 1)
        .filter((entry): entry is CompactionEntry => entry.type === "compaction");
    },
  };
}

/** By the id of a revert, the compaction that it undoes. */
type UndoneBy = ReadonlyMap<string, string>;

function stateOf(path: readonly Entry[], undoneBy: UndoneBy): State {
  const before = new Map<string, State>();
  let state = NOTHING;
  path.forEach((entry, place) => {
    before.set(entry.id, state);
    if (entry.type === "compaction" && entry.reason === "revert") {
      const target = before.get(undoneBy.get(entry.id) ?? "");
      if (target === undefined) throw new Error(`the model does not know what ${entry.id} undoes`);
      state = { ...state, covered: target.covered, head: target.head };
    } else state = next(state, entry, place, path);
  });
  return state;
}

function next(state: State, entry: Entry, place: number, path: readonly Entry[]): State {
  switch (entry.type) {
    case "message":
    case "branch":
    case "note":
    case "tombstone":
      return state;
    case "hide":
      return {
        ...state,
        hidden: new Map([...state.hidden, ...Object.entries(entry.replacements)]),
      };
    case "pin": {
      const others = state.pins.filter((pin) => pin.pinId !== entry.pinId);
      if (entry.message === null) return { ...state, pins: others };
      const { pinId, id, message, itemId = null } = entry;
      return { ...state, pins: [...others, { pinId, entryId: id, itemId, message, place }] };
    }
    case "compaction": {
      if (entry.reason === "reset") return { ...NOTHING, covered: place };
      const through = entry.state.compactedThrough;
      return {
        ...state,
        covered: path.findIndex((other) => other.id === through) + 1,
        head: entry.state.prefix.filter((piece) => piece.kind !== "pin"),
      };
    }
  }
}

function expectedOf(path: readonly Entry[], undoneBy: UndoneBy): Expected {
  const { covered, head, hidden, pins } = stateOf(path, undoneBy);
  const newestState = path.findLastIndex((entry) => entry.type === "compaction");
  const newestChange = path.findLastIndex(
    (entry) => ["compaction", "hide", "branch"].includes(entry.type) || takesPinAway(entry),
  );
  const shown = path.slice(covered);
  const inPlace = new Set(shown.filter(isSaid).map((entry) => entry.id));
  const standing = pins.filter((pin) => pin.itemId === null || !inPlace.has(pin.itemId));
  const pinnedItems = new Set(pins.map((pin) => pin.itemId));

  const items: ExpectedItem[] = [];
  path.forEach((entry, place) => {
    if (isSaid(entry) && place >= covered) {
      const parts = hidden.get(entry.id) ?? saidBy(entry);
      items.push({ id: entry.id, parts, pinned: pinnedItems.has(entry.id) });
    }
    const pin = standing.find((pin) => pin.entryId === entry.id);
    if (pin !== undefined && place > newestState)
      items.push({ id: pin.entryId, parts: pin.message.parts, pinned: true });
  });
  return {
    head,
    pinsInHead: standing.filter((pin) => pin.place < newestState),
    items,
    anchoring: path
      .slice(newestChange + 1)
      .flatMap((entry) =>
        entry.type === "message" && entry.message.role === "assistant"
          ? (entry.message.usage?.inputTokens ?? [])
          : [],
      ),
  };
}

function isSaid(entry: Entry): boolean {
  return entry.type === "message" || (entry.type === "branch" && entry.summary !== null);
}

/** Taking a pin away may change what was counted. */
function takesPinAway(entry: Entry): boolean {
  return entry.type === "pin" && entry.message === null;
}

function saidBy(entry: Entry): readonly Part[] {
  if (entry.type === "message") return entry.message.parts;
  if (entry.type !== "branch" || entry.summary === null) return [];
  return [{ type: "text", text: entry.summary.text }];
}
