import { CutpointError } from "@cutpoint/core/store";
import { aborted, storeFailed } from "./failure.ts";

/** Counts what is under way, so that an end can wait for it. */
export type Gate = {
  /** @throws `closed`, `aborted`; `store-failed` for whatever else goes wrong in `work` */
  pass<Answer>(work: () => Promise<Answer>, signal?: AbortSignal): Promise<Answer>;
  /** @throws `closed`, `aborted` */
  requireUsable(signal?: AbortSignal): void;
  /** Lets nothing in any more and waits for what is under way. */
  close(): Promise<void>;
};

export function createGate(): Gate {
  const underWay = new Set<Promise<unknown>>();
  let isClosed = false;

  function requireUsable(signal?: AbortSignal): void {
    if (isClosed)
      throw new CutpointError("closed", "the store was disposed of: create another one");
    if (signal?.aborted === true) throw aborted(signal);
  }

  return {
    requireUsable,

    async pass(work, signal) {
      requireUsable(signal);
      const running = work();
      underWay.add(running);
      try {
        return await running;
      } catch (error) {
        throw storeFailed(error);
      } finally {
        underWay.delete(running);
      }
    },

    async close() {
      isClosed = true;
      await Promise.allSettled(underWay);
    },
  };
}
