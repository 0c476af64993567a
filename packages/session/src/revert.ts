import {
  createEstimator,
  CutpointError,
  type History,
  type Message,
  type TokenEstimator,
  viewOf,
} from "@cutpoint/core";
import type { SessionContext } from "./context.ts";
import type { CompactionEntry, Entry } from "./log/entry.ts";
import { foldEntries } from "./log/fold.ts";
import { readPath } from "./log/read-path.ts";
import { stateAfterReset, stateAfterRevert } from "./log/states.ts";
import type { Session } from "./session.ts";

/** What a compaction did to one item. */
export type ItemChange = {
  readonly id: string;
  /** `truncated` and `hidden` items are still visible: without their middle, or with a text in their place. */
  readonly state: "kept" | "truncated" | "hidden" | "compacted";
  /** The estimate of the item as it was shown before. */
  readonly tokens: number;
};

/**
 * Returns what a compaction did to each item that was visible before it, oldest first.
 *
 * @param path the entries of the path, newest first
 * @throws `unknown-entry` if the path has no compaction with this id
 */
function itemChanges(
  path: readonly Entry[],
  entryId: string,
  estimator: TokenEstimator,
): readonly ItemChange[] {
  const place = path.findIndex((entry) => entry.id === entryId);
  const entry = path[place];
  if (entry === undefined || (entry.type !== "compaction" && entry.type !== "hide"))
    throw new CutpointError(
      "unknown-entry",
      `entryId is "${entryId}": the path has no compaction with that id`,
    );
  const before = foldEntries(path.slice(place + 1));
  const after = foldEntries(path.slice(place));
  const partsAfter = partsById(after);
  const truncated = new Set(entry.receipt?.truncatedIds);
  return [...partsById(before)].map(([id, { message, parts }]) => ({
    id,
    tokens: estimator.estimate(message),
    state: changeOf(parts, partsAfter.get(id)?.parts, truncated.has(id)),
  }));
}

/** The visible items of a history, with their parts as they are shown. */
function partsById(
  history: History,
): ReadonlyMap<string, { readonly message: Message; readonly parts: string }> {
  const { ids, messages } = viewOf(history);
  const shown = new Map<string, { readonly message: Message; readonly parts: string }>();
  for (const [place, id] of ids.entries()) {
    const message = messages[place];
    if (id !== null && message !== undefined)
      shown.set(id, { message, parts: JSON.stringify(message.parts) });
  }
  return shown;
}

function changeOf(
  before: string,
  after: string | undefined,
  isTruncated: boolean,
): ItemChange["state"] {
  if (after === undefined) return "compacted";
  if (after === before) return "kept";
  return isTruncated ? "truncated" : "hidden";
}

/** Creates the methods that look at compactions and undo them. They read the whole path. */
export function createRevertMethods(
  context: SessionContext,
): Pick<Session, "revert" | "reset" | "diff"> {
  const { currentLog, newEntryFields, options, sessionId, store, writer } = context;
  const { estimator = createEstimator() } = options;

  async function write(
    make: (path: readonly Entry[]) => Pick<CompactionEntry, "reason" | "state"> | null,
  ): Promise<void> {
    currentLog();
    await writer.writeOnPath((path) => {
      const made = make(path);
      if (made === null) return null;
      const parentId = path[0]?.id ?? null;
      return [{ type: "compaction", ...newEntryFields(), parentId, ...made, receipt: null }];
    });
  }

  return {
    revert: async (entryId) =>
      write((path) => ({ reason: "revert", state: stateAfterRevert(path, entryId) })),
    reset: async () =>
      write((path) => {
        const state = stateAfterReset(path);
        return state === null ? null : { reason: "reset", state };
      }),
    async diff(entryId) {
      currentLog();
      const path = await Array.fromAsync(readPath(store, sessionId));
      return itemChanges(path, entryId, estimator);
    },
  };
}
