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
  /** The entry before this one on its path; `null` for a session's first. */
  readonly parentId: string | null;
  /** When it was written, in ms since 1970. */
  readonly at: number;
};

/** Something that was said. */
export type MessageEntry = Link & {
  readonly type: "message";
  readonly message: Message;
  readonly turnId?: string;
  /** The view had changed while the request that this answers was under way. */
  readonly stale?: true;
};

/** A state with the reason why it was written; a reset and a revert are this too. */
export type CompactionEntry = Link & {
  readonly type: "compaction";
  readonly reason: CompactionReason;
  readonly state: CompactionState;
  /** `null` for a reset and a revert. */
  readonly receipt: Receipt | null;
};

/** Parts that the view shows instead of an item's own, by item id. */
export type HideEntry = Link & {
  readonly type: "hide";
  readonly replacements: Readonly<Record<string, readonly Part[]>>;
  /** By item id, the earlier item that shows the same: for reads whose content was visible already. */
  readonly repeats?: Readonly<Record<string, string>>;
  /** What a pruning did, where one wrote this. */
  readonly receipt?: Receipt;
};

/**
 * A message, by value, that every later compaction carries to the letter; `message: null` takes the pin away.
 *
 * `pinId` names the pin (the id of the entry that made it). `itemId` is the item that was pinned, where one was.
 */
export type PinEntry = Link & {
  readonly type: "pin";
  readonly pinId: string;
  readonly itemId?: string;
  readonly message: Message | null;
};

/**
 * A navigation: its parent is the target, `from` is the head that was left.
 *
 * `summary` tells what the abandoned branch was about, where one was asked for: `text` is what the model is shown, to the
 * letter; `digest` holds the facts beside it, `details` what a hook gave with a summary of its own.
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

/** A host's own record, never shown to a model. */
export type NoteEntry = Link & {
  readonly type: "note";
  readonly kind: string;
  readonly value: Json;
};

/**
 * Stands where an entry was: one that was erased, or the newest of those that retention has let go.
 *
 * An erased entry leaves its id, its parent and its time; an evicted one has no parent, as what was before it is gone.
 */
export type TombstoneEntry = Link & {
  readonly type: "tombstone";
  readonly reason: "erased" | "evicted";
};

/**
 * One immutable record of a session's log.
 *
 * A log may also hold entries of types that a later release has added: they have a `type`, an `id` and a `parentId`,
 * and are passed over.
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

/** Whether an entry is an item: a message, or a navigation with a summary. */
export function isItemEntry(entry: Entry): entry is ItemEntry {
  return entry.type === "message" || (entry.type === "branch" && entry.summary !== null);
}

/** The item that an entry is. */
export function itemFromEntry(entry: ItemEntry): Item {
  if (entry.type === "message") return itemOf(entry);
  const item = summaryItem(entry, entry.summary?.text ?? "");
  const digest = entry.summary?.origin === "own" ? entry.summary.digest : null;
  return digest === null ? item : { ...item, digest };
}

/** A summary as an item, at an entry's place. */
export function summaryItem({ id, at }: Entry, text: string): Item {
  return {
    id,
    at,
    message: { role: "user", provenance: "summary", parts: [{ type: "text", text }] },
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
