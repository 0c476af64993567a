import { evictCompacted, readPath, type SessionStore } from "@cutpoint/session";
import { isEvicted } from "@cutpoint/session/store";
import type { AnyStore } from "./store-flag.ts";

/** What to remove from the sessions of a store, or to move. */
export type MaintenancePolicy = {
  /** Deletes a session whose newest entry is older than this time, in ms since the epoch. `null` deletes none. */
  readonly deleteBefore: number | null;
  /** Evicts what the newest state of a session has compacted. */
  readonly evictCompacted: boolean;
  /** Moves what the newest state of a session has compacted to object storage. */
  readonly moveCompacted: boolean;
  /** Changes nothing, and returns what would be changed. */
  readonly isDryRun: boolean;
};

/** What was changed in one session. */
export type Maintained = {
  readonly sessionId: string;
  readonly type: "kept" | "deleted" | "evicted" | "moved";
  /** The number of evicted or moved entries. A deletion does not count its entries. */
  readonly entries: number;
};

/**
 * Applies a policy to one session.
 *
 * It may be repeated at any time. A session that another process appends to while it is deleted is deleted as well.
 */
export async function maintainSession(
  store: AnyStore,
  sessionId: string,
  { deleteBefore, evictCompacted: isEvicting, moveCompacted, isDryRun }: MaintenancePolicy,
): Promise<Maintained> {
  if (deleteBefore !== null && (await newestTime(store, sessionId)) < deleteBefore) {
    if (!isDryRun) await store.delete(sessionId);
    return { sessionId, type: "deleted", entries: 0 };
  }
  const evicted = isEvicting ? await evict(store, sessionId, isDryRun) : 0;
  if (evicted > 0) return { sessionId, type: "evicted", entries: evicted };
  const moved = moveCompacted ? await store.moveToCold?.(sessionId, { dryRun: isDryRun }) : null;
  const entries = moved?.entries ?? 0;
  return { sessionId, type: entries === 0 ? "kept" : "moved", entries };
}

/** Returns the time of the newest entry, or infinity for an empty session. */
export async function newestTime(store: SessionStore, sessionId: string): Promise<number> {
  for await (const { at } of store.read(sessionId, { order: "newest-first" })) return at;
  return Number.POSITIVE_INFINITY;
}

/** Returns the number of entries that were evicted, or that would be. */
async function evict(store: SessionStore, sessionId: string, isDryRun: boolean): Promise<number> {
  if (isDryRun) return countCompacted(store, sessionId);
  const result = await evictCompacted(store, sessionId);
  return result.type === "evicted" ? result.count : 0;
}

async function countCompacted(store: SessionStore, sessionId: string): Promise<number> {
  const through = await compactedThrough(store, sessionId);
  if (through === null) return 0;
  let count = 0;
  for await (const entry of store.read(sessionId)) {
    count += 1;
    if (entry.id === through) return isEvicted(entry) ? 0 : count;
  }
  return 0;
}

async function compactedThrough(store: SessionStore, sessionId: string): Promise<string | null> {
  for await (const entry of readPath(store, sessionId))
    if (entry.type === "compaction") return entry.state?.compactedThrough ?? null;
  return null;
}
