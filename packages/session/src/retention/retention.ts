import type { Message } from "@cutpoint/core";
import { isTurnStart } from "@cutpoint/core/kit";
import type { EvictableStore, SessionStore } from "../store/contract.ts";
import type { LogState } from "../writer.ts";
import { assertEvictable, evictCompacted, evictThrough } from "./evict.ts";

/** When a session evicts compacted entries. */
export type Retention = {
  /** Called between turns, while the session writes nothing else. */
  readonly evict: (state: LogState) => Promise<void>;
  /** Called before messages are written. Evicts if they start a turn. */
  readonly beforeAppend: (
    messages: readonly Message[],
    turnId: string | undefined,
  ) => (state: LogState) => Promise<void>;
  /** Called on disposal. @throws the errors of the store */
  readonly close: () => Promise<void>;
};

/**
 * Creates the retention `since-last-summary`, which evicts once for each state.
 *
 * @throws `invalid-input` if the store cannot evict entries
 */
export function createRetention(store: SessionStore, sessionId: string): Retention {
  assertEvictable(store);
  const evictable: EvictableStore = store;
  let evictedThrough: string | null = null;

  async function evict({ head, history }: LogState): Promise<void> {
    const through = history.state?.compactedThrough ?? null;
    if (through === evictedThrough) return;
    try {
      const result = await evictThrough(evictable, sessionId, head, history.state);
      if (result.type === "evicted" || result.why === "nothing-to-evict") evictedThrough = through;
    } catch {
      // A failed eviction must not reject a message. The next turn and the disposal try again; the disposal throws.
    }
  }

  return {
    evict,
    beforeAppend:
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
