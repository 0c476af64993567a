import type { MessageEntry, SessionStore } from "@cutpoint/session";

/** Returns the messages on a session's active path, oldest first. Reads the whole log. */
export async function readMessageEntries(
  store: SessionStore,
  sessionId: string,
): Promise<readonly MessageEntry[]> {
  const entries: MessageEntry[] = [];
  let nextId: string | null | undefined;
  for await (const entry of store.read(sessionId, { order: "newest-first" })) {
    if (nextId !== undefined && entry.id !== nextId) continue;
    nextId = entry.parentId;
    if (entry.type === "message") entries.push(entry);
    if (nextId === null) break;
  }
  return entries.reverse();
}
