import type { StoredSession } from "./compacting-session.ts";
import { createStoredSession, type StoredSessionOptions } from "./stored-session.ts";

export function createCompactingSession(options: StoredSessionOptions): StoredSession {
  return createStoredSession(options);
}
