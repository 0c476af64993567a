import type { History } from "@cutpoint/core";
import {
  type Entry,
  foldEntries,
  type MessageEntry,
  readPath,
  type SessionStore,
} from "@cutpoint/session";

/** Returns the history of a log. Reads only the part that the view needs. */
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

/** Returns the messages of the active path, oldest first. Reads the whole log. */
export async function readMessageEntries(
  store: SessionStore,
  sessionId: string,
): Promise<readonly MessageEntry[]> {
  const entries: MessageEntry[] = [];
  for await (const entry of readPath(store, sessionId))
    if (entry.type === "message") entries.push(entry);
  return entries.reverse();
}
