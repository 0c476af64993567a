import type { Database } from "./database.ts";
import { indexNext } from "./word-index.ts";

/** Updates the word index outside of appends. */
export type BackgroundIndexer = {
  /** Indexes all remaining entries in steps, each in a later turn of the event loop. */
  schedule(): void;
  /** Indexes all remaining entries. `assertOpen` is called between two steps. */
  finish(assertOpen: () => void): Promise<void>;
};

const tasks: { readonly setImmediate?: (task: () => void) => unknown } = globalThis;
/** Workers have no `setImmediate`. Read once, because tests replace timers with fake ones. */
const queueTask = tasks.setImmediate ?? setTimeout;

export function createBackgroundIndexer(
  database: Database,
  isClosed: () => boolean,
): BackgroundIndexer {
  let isScheduled = false;

  async function step(): Promise<void> {
    isScheduled = false;
    try {
      if (!isClosed() && (await indexNext(database))) schedule();
    } catch {
      // Another process writes, or the disk is full. The next search indexes the rest and reports the error.
    }
  }

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    queueTask(() => void step());
  }

  return {
    schedule,
    async finish(assertOpen) {
      while (await indexNext(database)) {
        await new Promise<void>((resolve) => queueTask(resolve));
        assertOpen();
      }
    },
  };
}
