import type { Message, Part, PrefixBlock } from "@cutpoint/core";
import type { CompactionEntry, Entry } from "@cutpoint/session";

/** Expected item of a view. */
type ExpectedItem = {
  readonly id: string;
  readonly parts: readonly Part[];
  readonly pinned: boolean;
};

/** Expected history at the newest entry. */
export type Expected = {
  /** Prefix of the current compaction, without pins. */
  readonly prefix: readonly PrefixBlock[];
  /** Pins that are shown in the prefix, oldest first. */
  readonly pinsInPrefix: readonly { readonly pinId: string; readonly message: Message }[];
  readonly items: readonly ExpectedItem[];
  /** Reported input tokens of answers after the newest compaction, hide and branch, oldest first. */
  readonly reportedTokens: readonly number[];
};

type Pin = {
  readonly pinId: string;
  readonly entryId: string;
  readonly itemId: string | null;
  readonly message: Message;
  readonly index: number;
};

/** State of a path, computed entry by entry. */
type State = {
  /** Number of the path's entries that the current compaction replaced. */
  readonly compacted: number;
  readonly prefix: readonly PrefixBlock[];
  readonly hidden: ReadonlyMap<string, readonly Part[]>;
  readonly pins: readonly Pin[];
};

const EMPTY: State = { compacted: 0, prefix: [], hidden: new Map(), pins: [] };

/** A log that keeps everything and recomputes each result from the whole path. */
export type ModelLog = {
  /** @param undone id of the compaction that a revert undoes */
  append(entry: Entry, undone?: string): void;
  readonly entries: readonly Entry[];
  /** Continues after an entry, or at the root. */
  navigate(target: string | null): void;
  head(): string | null;
  /** Entries from root to head. */
  path(): readonly Entry[];
  expected(): Expected;
  /** Ids of all active pins. */
  activePins(): readonly string[];
  /** Compactions on the path that can be undone: those after the newest reset. */
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
      if (entry === undefined) throw new Error(`unknown entry ${id}`);
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
      const entriesOfPath = path();
      const reset = entriesOfPath.findLastIndex(
        (entry) => entry.type === "compaction" && entry.reason === "reset",
      );
      return entriesOfPath
        .slice(reset + 1)
        .filter((entry): entry is CompactionEntry => entry.type === "compaction");
    },
  };
}

/** Ids of undone compactions by the id of their revert. */
type UndoneBy = ReadonlyMap<string, string>;

function stateOf(path: readonly Entry[], undoneBy: UndoneBy): State {
  const before = new Map<string, State>();
  let state = EMPTY;
  for (const [index, entry] of path.entries()) {
    before.set(entry.id, state);
    const isRevert = entry.type === "compaction" && entry.reason === "revert";
    state = isRevert
      ? applyRevert(state, before.get(undoneBy.get(entry.id) ?? ""))
      : applyEntry(state, entry, index, path);
  }
  return state;
}

function applyRevert(state: State, target: State | undefined): State {
  if (target === undefined) throw new Error("unknown target of a revert");
  return { ...state, compacted: target.compacted, prefix: target.prefix };
}

function applyEntry(state: State, entry: Entry, index: number, path: readonly Entry[]): State {
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
      return { ...state, pins: [...others, { pinId, entryId: id, itemId, message, index }] };
    }
    case "compaction": {
      if (entry.reason === "reset") return { ...EMPTY, compacted: index };
      const through = entry.state.compactedThrough;
      return {
        ...state,
        compacted: path.findIndex((other) => other.id === through) + 1,
        prefix: entry.state.prefix.filter((block) => block.kind !== "pin"),
      };
    }
  }
}

function expectedOf(path: readonly Entry[], undoneBy: UndoneBy): Expected {
  const state = stateOf(path, undoneBy);
  const newestState = path.findLastIndex((entry) => entry.type === "compaction");
  const separatePins = pinsWithoutItem(path, state);
  return {
    prefix: state.prefix,
    pinsInPrefix: separatePins.filter((pin) => pin.index < newestState),
    items: path.flatMap((entry, index) => [
      ...(index >= state.compacted && isItemEntry(entry) ? [itemOf(entry, state)] : []),
      ...separatePins
        .filter((pin) => pin.index === index && index > newestState)
        .map(({ entryId, message }) => ({ id: entryId, parts: message.parts, pinned: true })),
    ]),
    reportedTokens: reportedTokensOf(path),
  };
}

/** Pins whose item is not visible are shown separately. */
function pinsWithoutItem(path: readonly Entry[], { compacted, pins }: State): readonly Pin[] {
  const visible = path.slice(compacted).filter(isItemEntry);
  const visibleIds = new Set(visible.map((entry) => entry.id));
  return pins.filter((pin) => pin.itemId === null || !visibleIds.has(pin.itemId));
}

function itemOf(entry: Entry, { hidden, pins }: State): ExpectedItem {
  const { id } = entry;
  const pinned = pins.some(({ itemId }) => itemId === id);
  return { id, parts: hidden.get(id) ?? partsOf(entry), pinned };
}

function reportedTokensOf(path: readonly Entry[]): readonly number[] {
  const newestChange = path.findLastIndex(
    (entry) => ["compaction", "hide", "branch"].includes(entry.type) || removesPin(entry),
  );
  return path.slice(newestChange + 1).flatMap((entry) => {
    if (entry.type !== "message" || entry.message.role !== "assistant") return [];
    return entry.message.usage?.inputTokens ?? [];
  });
}

function isItemEntry(entry: Entry): boolean {
  return entry.type === "message" || (entry.type === "branch" && entry.summary !== null);
}

/** Removing a pin can change the counted tokens. */
function removesPin(entry: Entry): boolean {
  return entry.type === "pin" && entry.message === null;
}

function partsOf(entry: Entry): readonly Part[] {
  if (entry.type === "message") return entry.message.parts;
  if (entry.type !== "branch" || entry.summary === null) return [];
  return [{ type: "text", text: entry.summary.text }];
}
