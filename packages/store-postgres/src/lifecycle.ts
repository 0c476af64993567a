import { createDisposalGuard } from "@cutpoint/session/store";
import { raceAbort } from "./database.ts";
import { toStoreError } from "./errors.ts";

/** Wraps every store operation and tracks the running ones, so that disposal can wait for them. */
export type Lifecycle = {
  /**
   * Runs an operation after the store has been opened.
   *
   * @throws `closed`, `aborted`; `store-failed` for any error that is not a `CutpointError`
   */
  readonly run: <Answer>(work: () => Promise<Answer>, signal?: AbortSignal) => Promise<Answer>;
  /** @throws `closed`, `aborted` */
  readonly assertOpen: (signal?: AbortSignal) => void;
  /** Rejects new operations and waits for the running ones. */
  readonly close: () => Promise<void>;
};

/** @param open runs before the first operation, and again if it failed */
export function createLifecycle(open: () => Promise<void>): Lifecycle {
  const pending = new Set<Promise<unknown>>();
  const { assertOpen, close } = createDisposalGuard();
  let isOpen = false;
  let opening: Promise<void> | undefined;

  async function ensureOpen(signal?: AbortSignal): Promise<void> {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    await raceAbort(opening, signal);
    isOpen = true;
  }

  return {
    assertOpen,

    async run(work, signal) {
      assertOpen(signal);
      const running = isOpen ? work() : ensureOpen(signal).then(work);
      pending.add(running);
      try {
        return await running;
      } catch (error) {
        throw toStoreError(error);
      } finally {
        pending.delete(running);
      }
    },

    async close() {
      close();
      await Promise.allSettled(pending);
    },
  };
}
