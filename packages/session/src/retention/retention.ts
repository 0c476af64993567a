import type { Message } from "@cutpoint/core";
import { isTurnStart } from "@cutpoint/core/kit";
import type { EvictableStore, SessionStore } from "../store/contract.ts";
import type { LogState } from "../writer.ts";
import { assertEvictable, evictCompacted, evictThrough } from "./evict.ts";

/** When a session lets go of what its states have covered. */
export type Retention = {
  /** Lets go of what is covered. To be called where no turn is under way and nothing else is written. */
  readonly evict: (state: LogState) => Promise<void>;
  /** Where messages that are about to be written begin a turn, lets go at the end of the one before. */
  readonly before: (
    messages: readonly Message[],
    turnId: string | undefined,
  ) => (state: LogState) => Promise<void>;
  /** @throws whatever the store throws */
  readonly close: () => Promise<void>;
};

/**
 * What `since-last-summary` does: once for each state, where a turn is said to be at its end, and else before the message
 * that begins the next one is written, so that nothing goes while a turn is under way.
 *
 * @throws `invalid-input` where the store keeps everything
 */
export function createRetention(store: SessionStore, sessionId: string): Retention {
  assertEvictable(store);
  const evictable: EvictableStore = store;
  let done: string | null = null;

  async function evict({ head, history }: LogState): Promise<void> {
    const covered = history.state?.compactedThrough ?? null;
    if (covered === done) return;
    try {
      const evicted = await evictThrough(evictable, sessionId, head, history.state);
      if (evicted.type === "evicted" || evicted.why === "nothing-to-evict") done = covered;
    } catch {
      // No reason to refuse a message: the next turn tries again, and so does the close, which throws.
    }
  }

  return {
    evict,
    before:
      ([message], turnId) =>
      async (state) => {
        if (message === undefined) return;
        const first = { id: "", message, ...(turnId === undefined ? {} : { turnId }) };
        if (isTurnStart(first, state.history.items.at(-1))) await evict(state);
      },
    async close() {
      await evictCompacted(store, sessionId);
    },
  };
}

/** The retention of a session that keeps everything. */
export const KEEP_EVERYTHING: Retention = {
  evict: async () => {},
  before: () => async () => {},
  close: async () => {},
};
