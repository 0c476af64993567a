import { createCharacterEstimator, type Summarizer } from "@cutpoint/core";
import { type Entry, openSession, type Session, type SessionStore } from "@cutpoint/session";
import { messageAt } from "./conversations.ts";

/** Opens a session with `length` visible messages, in a window with room for all. */
export async function sessionOf(length: number, summarizer: Summarizer): Promise<Session> {
  const session = await openSession({
    store: forgetfulStore(),
    sessionId: "s",
    estimator: createCharacterEstimator(),
    summarizer,
    policy: { windowTokens: 1_000_000_000 },
  });
  const batch = 1_000;
  for (let place = 0; place < length; place += batch)
    await session.append(Array.from({ length: batch }, (_, index) => messageAt(place + index)));
  return session;
}

/** Creates a store that stores nothing, so that only the work of the session is measured. */
export function forgetfulStore(): SessionStore {
  return {
    append: async () => ({ type: "appended" }),
    async *read(): AsyncGenerator<Entry> {},
    async *sessions(): AsyncGenerator<string> {},
    delete: async () => false,
    [Symbol.asyncDispose]: async () => undefined,
  };
}
