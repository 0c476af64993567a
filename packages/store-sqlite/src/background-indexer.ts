import type { Database } from "./database.ts";
import { indexStep } from "./word-index.ts";

/** Updates the word index outside of appends. */
export type BackgroundIndexer = {
  /** Indexes all remaining entries in steps, each in a later turn of the event loop. */
  schedule(): void;
  /** Indexes one step. Returns whether entries may remain. */
  step(): boolean;
};

export function createBackgroundIndexer(
  database: Database,
  isClosed: () => boolean,
): BackgroundIndexer {
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      try {
        if (!isClosed() && indexStep(database)) schedule();
      } catch {
        // Another process writes, or the disk is full. The next search indexes the rest and reports the error.
      }
    });
  }

  return { schedule, step: () => indexStep(database) };
}
