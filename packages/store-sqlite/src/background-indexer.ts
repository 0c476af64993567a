import type { Database } from "./database.ts";
import { indexMore } from "./words.ts";

/** Keeps the index of words up to date, off the path of an append. */
export type Indexing = {
  /** Indexes all that is not indexed yet, in steps, once the event loop has done what is under way. */
  soon(): void;
  /** Indexes some; whether there may be more. */
  step(): boolean;
};

export function createIndexing(database: Database, isClosed: () => boolean): Indexing {
  let isPlanned = false;

  function soon(): void {
    if (isPlanned) return;
    isPlanned = true;
    setImmediate(() => {
      isPlanned = false;
      try {
        if (!isClosed() && indexMore(database)) soon();
      } catch {
        // Another process writes, or the disk is full: the next search indexes what is left, and tells.
      }
    });
  }

  return { soon, step: () => indexMore(database) };
}
