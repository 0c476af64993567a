import {
  createEstimator,
  type History,
  type Message,
  type TokenEstimator,
  viewOf,
} from "@cutpoint/core";
import type { SessionContext } from "./context.ts";
import type { Entry } from "./log/entry.ts";
import { foldEntries } from "./log/fold.ts";
import { readPath } from "./log/read-path.ts";
import { stateAfterReset, stateAfterRevert } from "./log/states.ts";
import type { Session } from "./session.ts";
import { isSameJson } from "./store/batch.ts";
import { unknownEntry } from "./store/errors.ts";

/** The effect of a compaction on one item. */
export type ItemChange = {
  readonly id: string;
  /** `truncated` and `hidden` items are still visible, without their middle or with a replacement. */
  readonly state: "kept" | "truncated" | "hidden" | "compacted";
  /** The estimated size of the item as it was visible before. */
  readonly tokens: number;
};

/** Creates `revert`, `reset` and `diff`. */
export function createRevertMethods(
  context: SessionContext,
): Pick<Session, "revert" | "reset" | "diff"> {
  const { currentLog, newEntryFields, options, sessionId, store, writer } = context;
  const { estimator = createEstimator() } = options;

  return {
    async revert(entryId) {
      currentLog();
      await writer.writeOnPath(async (path) => {
        const state = stateAfterRevert(path, entryId);
        return [
          { type: "compaction", ...newEntryFields(), reason: "revert", state, receipt: null },
        ];
      });
    },
    async reset() {
      currentLog();
      await writer.write(({ head, history }) => {
        if (head === null) return null;
        const state = stateAfterReset(head, history.state);
        return [{ type: "compaction", ...newEntryFields(), reason: "reset", state, receipt: null }];
      });
    },
    async diff(entryId) {
      currentLog();
      const path = await Array.fromAsync(readPath(store, sessionId));
      return itemChanges(path, entryId, estimator);
    },
  };
}

/**
 * Returns the effect of a compaction on each item that was visible before it, oldest first.
 *
 * @param path the entries of the path, newest first
 * @throws `unknown-entry` if the path has no compaction with this id
 */
function itemChanges(
  path: readonly Entry[],
  entryId: string,
  estimator: TokenEstimator,
): readonly ItemChange[] {
  const index = path.findIndex((entry) => entry.id === entryId);
  const entry = path[index];
  if (entry === undefined || (entry.type !== "compaction" && entry.type !== "hide"))
    throw unknownEntry("entryId", entryId, "the id of a compaction on the current path");
  const after = visibleMessages(foldEntries(path.slice(index)));
  const truncated = new Set(entry.receipt?.truncatedIds);
  return [...visibleMessages(foldEntries(path.slice(index + 1)))].map(([id, message]) => ({
    id,
    tokens: estimator.estimate(message),
    state: changeOf(message, after.get(id), truncated.has(id)),
  }));
}

function visibleMessages(history: History): ReadonlyMap<string, Message> {
  const { ids, messages } = viewOf(history);
  const visible = new Map<string, Message>();
  for (const [index, message] of messages.entries()) {
    const id = ids[index] ?? null;
    if (id !== null) visible.set(id, message);
  }
  return visible;
}

function changeOf(
  before: Message,
  after: Message | undefined,
  isTruncated: boolean,
): ItemChange["state"] {
  if (after === undefined) return "compacted";
  if (isSameJson(before.parts, after.parts)) return "kept";
  return isTruncated ? "truncated" : "hidden";
}
