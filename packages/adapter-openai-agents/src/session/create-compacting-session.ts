import type { CompactingSession, StoredSession } from "./compacting-session.ts";
import { createDecoratedSession, type DecoratedSessionOptions } from "./decorated-session.ts";
import { createStoredSession, type StoredSessionOptions } from "./stored-session.ts";

/**
 * A session that keeps everything and shows what fits the window: over one of Cutpoint's stores, or around a session
 * that you have, with the optional verbs that it has.
 *
 * @throws `invalid-input` where the inner session compacts by itself
 */
export function createCompactingSession(options: StoredSessionOptions): StoredSession;
export function createCompactingSession(options: DecoratedSessionOptions): CompactingSession;
export function createCompactingSession(
  options: StoredSessionOptions | DecoratedSessionOptions,
): CompactingSession {
  return "store" in options ? createStoredSession(options) : createDecoratedSession(options);
}
