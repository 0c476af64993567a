import type {
  CompactionReason,
  CompactionState,
  Digest,
  Item,
  Json,
  Message,
  Part,
  Receipt,
} from "@cutpoint/core";

type Link = {
  /** Unique within the session. */
  readonly id: string;
  /** The entry before this one on its path; `null` for the first. */
  readonly parentId: string | null;
  /** In ms since the epoch. */
  readonly at: number;
};

/** A message of the conversation. */
export type MessageEntry = Link & {
  readonly type: "message";
  readonly message: Message;
  readonly turnId?: string;
  /** Set if the view changed while the model answered. */
  readonly stale?: true;
};

/** A new compaction state. Resets and reverts are compaction entries too. */
export type CompactionEntry = Link & {
  readonly type: "compaction";
  readonly reason: CompactionReason;
  readonly state: CompactionState;
  /** `null` for a reset and a revert. */
  readonly receipt: Receipt | null;
};

/** Replacements of visible parts, by item id. */
export type HideEntry = Link & {
  readonly type: "hide";
  readonly replacements: Readonly<Record<string, readonly Part[]>>;
  /** Set if pruning wrote this entry. */
  readonly receipt?: Receipt;
};

/**
 * A copy of a message that later compactions keep verbatim; `message: null` removes the pin.
 *
 * `pinId` is the id of the entry that created the pin. `itemId` is set if an item was pinned.
 */
export type PinEntry = Link & {
  readonly type: "pin";
  readonly pinId: string;
  readonly itemId?: string;
  readonly message: Message | null;
};

/**
 * A navigation. Its parent is the target, `from` is the previous head.
 *
 * `summary` describes the abandoned branch: `text` is sent to the model verbatim, `digest` contains extracted facts,
 * `details` is data from the hook.
 */
export type BranchEntry = Link & {
  readonly type: "branch";
  readonly from: string | null;
  readonly summary: {
    readonly text: string;
    readonly origin: "own" | "hook";
    readonly digest: Digest | null;
    readonly details?: Json;
  } | null;
};

/** A record of the app. It is never sent to a model. */
export type NoteEntry = Link & {
  readonly type: "note";
  readonly kind: string;
  readonly value: Json;
};

/**
 * A placeholder for an erased entry, or for all evicted entries.
 *
 * An erased entry keeps its id, parent and time. The tombstone of an eviction has no parent, since no older entry is
 * left.
 */
export type TombstoneEntry = Link & {
  readonly type: "tombstone";
  readonly reason: "erased" | "evicted";
};

/**
 * An immutable record of a session's log.
 *
 * A log may contain types that a later release added. They have a `type`, an `id` and a `parentId`, and are skipped.
 */
export type Entry =
  | MessageEntry
  | CompactionEntry
  | HideEntry
  | PinEntry
  | BranchEntry
  | NoteEntry
  | TombstoneEntry;

type ItemEntry = MessageEntry | BranchEntry;

/** An entry to write. Its parent is the entry before it, unless it names another one. */
export type NewEntry<Kind extends Entry = Entry> = Kind extends Entry
  ? Omit<Kind, "parentId"> & Partial<Pick<Kind, "parentId">>
  : never;

/** Whether an entry is visible as an item: a message, or a navigation with a summary. */
export function isItemEntry(entry: Entry): entry is ItemEntry {
  return entry.type === "message" || (entry.type === "branch" && entry.summary !== null);
}

export function isReset(entry: Entry): boolean {
  return entry.type === "compaction" && entry.reason === "reset";
}

export function itemFromEntry(entry: NewEntry<ItemEntry>): Item {
  if (entry.type === "branch") {
    const item = summaryItem(entry, entry.summary?.text ?? "");
    const digest = entry.summary?.origin === "own" ? entry.summary.digest : null;
    return digest === null ? item : { ...item, digest };
  }
  const { at, id, message, stale, turnId } = entry;
  return {
    id,
    message,
    at,
    ...(turnId === undefined ? {} : { turnId }),
    ...(stale === true ? { stale } : {}),
  };
}

/** Returns a summary as an item with the id and the time of an entry. */
export function summaryItem({ id, at }: Pick<Entry, "id" | "at">, text: string): Item {
  const parts = [{ type: "text", text }] as const;
  return { id, at, message: { role: "user", provenance: "summary", parts } };
}
