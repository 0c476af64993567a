import type { SessionStore } from "../log/store.ts";
import type { Message } from "../model/message.ts";
import { isTurnStart } from "../log/turn-start.ts";
import { evictCovered, evictThrough, requireEvictable } from "./evict-covered.ts";
import type { LogState } from "./writer.ts";

/** When a session lets go of what its marks have covered. */
export type Retention = {
  /** Where messages that are about to be written begin a turn, lets go at the end of the one before. */
  readonly before: (
    messages: readonly Message[],
    turnId: string | undefined,
  ) => (state: LogState) => Promise<void>;
  /** @throws whatever the store throws */
  readonly close: () => Promise<void>;
};

/**
 * What `since-last-summary` does: once for each mark, before the message that begins the next turn is written, so that
 * nothing goes while a turn is under way.
 *
 * @throws `invalid-input` where the store keeps everything
 */
export function createRetention(store: SessionStore, sessionId: string): Retention {
  requireEvictable(store);
  let done: string | null = null;
  return {
    before:
      (messages, turnId) =>
      async ({ head, history }) => {
        const covered = history.mark?.coveredThrough ?? null;
        const [message] = messages;
        if (covered === done || message === undefined) return;
        const first = { id: "", message, ...(turnId === undefined ? {} : { turnId }) };
        if (!isTurnStart(first, history.items.at(-1))) return;
        try {
          const evicted = await evictThrough(store, sessionId, head, history.mark);
          if (evicted.type === "evicted" || evicted.why === "nothing-covered") done = covered;
        } catch {
          // No reason to refuse a message: the next turn tries again, and so does the close, which throws.
        }
      },
    async close() {
      await evictCovered(store, sessionId);
    },
  };
}

/** The retention of a session that keeps everything. */
export const KEEP_EVERYTHING: Retention = {
  before: () => async () => {},
  close: async () => {},
};
