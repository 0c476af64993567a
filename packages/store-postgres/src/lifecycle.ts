import { createDisposalGuard } from "@cutpoint/session/store";
import { unlessAborted } from "./database.ts";
import { storeFailed } from "./failure.ts";

/** What every verb passes through: counts what is under way, so that an end can wait for it. */
export type Gate = {
  /** @throws `closed`, `aborted`; `store-failed` for what goes wrong and is no error of Cutpoint yet */
  readonly pass: <Answer>(work: () => Promise<Answer>, signal?: AbortSignal) => Promise<Answer>;
  /** @throws `closed`, `aborted` */
  readonly assertUsable: (signal?: AbortSignal) => void;
  /** Lets nothing in any more and waits for what is under way. */
  readonly close: () => Promise<void>;
};

/** @param open what must be done before the first work, again where it failed */
export function createGate(open: () => Promise<void>): Gate {
  const underWay = new Set<Promise<unknown>>();
  const { assertOpen: assertUsable, close } = createDisposalGuard();
  let isOpen = false;
  let opening: Promise<void> | undefined;

  async function opened(signal?: AbortSignal): Promise<void> {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    await unlessAborted(opening, signal);
    isOpen = true;
  }

  return {
    assertUsable,

    async pass(work, signal) {
      assertUsable(signal);
      const running = isOpen ? work() : opened(signal).then(work);
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
      close();
      await Promise.allSettled(underWay);
    },
  };
}
