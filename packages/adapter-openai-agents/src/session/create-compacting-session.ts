import { invalidInput, isRecord } from "@cutpoint/core/kit";
import type { CompactingSession, StoredSession } from "./compacting-session.ts";
import { createDecoratedSession, type DecoratedSessionOptions } from "./decorated-session.ts";
import { createStoredSession, type StoredSessionOptions } from "./stored-session.ts";

/**
 * Creates a session that keeps every item and returns the items that fit the window.
 *
 * It works over a store of Cutpoint, or around another session, with the optional methods of that session.
 *
 * @throws `invalid-input` if there is no store or session, if the inner session compacts its items, or if its items are
 *   on a server
 */
export function createCompactingSession(options: StoredSessionOptions): StoredSession;
export function createCompactingSession(options: DecoratedSessionOptions): CompactingSession;
export function createCompactingSession(
  options: StoredSessionOptions | DecoratedSessionOptions,
): CompactingSession {
  if (!isRecord(options) || !("store" in options || "session" in options))
    throw invalidInput("options", options, "expected { store, sessionId } or { session }");
  return "store" in options ? createStoredSession(options) : createDecoratedSession(options);
}
