import type { History } from "@cutpoint/core";
import {
  type Entry,
  foldEntries,
  type MessageEntry,
  readPath,
  type SessionStore,
} from "@cutpoint/session";

/** The history that a log tells now, reading no more of it than the view needs. */
export async function readHistory(store: SessionStore, sessionId: string): Promise<History> {
  const path: Entry[] = [];
  let boundary: string | null | undefined;
  for await (const entry of readPath(store, sessionId)) {
    path.push(entry);
    if (boundary === undefined && entry.type === "compaction")
      boundary = entry.state.compactedThrough;
    if (typeof boundary === "string" && entry.parentId === boundary) break;
  }
  return foldEntries(path);
}

/** The messages of the active path, oldest first; reads the whole log. */
export async function readSpoken(
  store: SessionStore,
  sessionId: string,
): Promise<readonly MessageEntry[]> {
  const spoken: MessageEntry[] = [];
  for await (const entry of readPath(store, sessionId))
    if (entry.type === "message") spoken.push(entry);
  return spoken.reverse();
}
