import type { MessageEntry, SessionStore } from "@cutpoint/session";

/** The messages on a session's active path, oldest first; reads the whole log. */
export async function readMessageEntries(
  store: SessionStore,
  sessionId: string,
): Promise<readonly MessageEntry[]> {
  const spoken: MessageEntry[] = [];
  let wanted: string | null | undefined;
  for await (const entry of store.read(sessionId, { order: "newest-first" })) {
    if (wanted !== undefined && entry.id !== wanted) continue;
    wanted = entry.parentId;
    if (entry.type === "message") spoken.push(entry);
    if (wanted === null) break;
  }
  return spoken.reverse();
}
