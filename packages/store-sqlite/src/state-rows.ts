import { fromStorableKey, type StoredConversation, toStorableKey } from "@cutpoint/session/store";
import { sql, type Steps } from "./steps.ts";

/** Returns the text of a conversation; `null` if there is none. */
export function* findStates(conversationId: string): Steps<string | null> {
  const {
    rows: [row],
  } = yield sql(
    "SELECT text FROM cutpoint_states WHERE conversation = ?",
    toStorableKey(conversationId),
  );
  return row === undefined ? null : (row["text"] as string);
}

/** Replaces the text of a conversation in one statement. */
export function* saveStates(conversationId: string, text: string): Steps<void> {
  yield sql(
    "INSERT OR REPLACE INTO cutpoint_states (conversation, saved_at, text) VALUES (?, ?, ?)",
    toStorableKey(conversationId),
    Date.now(),
    text,
  );
}

/** Returns whether there was a text. */
export function* deleteStates(conversationId: string): Steps<boolean> {
  const { changes } = yield sql(
    "DELETE FROM cutpoint_states WHERE conversation = ?",
    toStorableKey(conversationId),
  );
  return changes > 0;
}

export function* listStates(): Steps<readonly StoredConversation[]> {
  const { rows } = yield sql("SELECT conversation, saved_at FROM cutpoint_states");
  return rows.map((row) => ({
    conversationId: fromStorableKey(row["conversation"] as string),
    savedAt: row["saved_at"] as number,
  }));
}
