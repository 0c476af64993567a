import { CutpointError } from "@cutpoint/core";
import { assertNotAborted } from "./errors.ts";

/** Remembers whether a store was disposed of. */
export type DisposalGuard = {
  /** @throws `closed` after disposal, `aborted` if the operation was aborted */
  readonly assertOpen: (signal?: AbortSignal) => void;
  readonly isClosed: () => boolean;
  readonly close: () => void;
};

/** Creates the guard of an open store. */
export function createDisposalGuard(): DisposalGuard {
  let closed = false;
  return {
    assertOpen(signal) {
      if (closed) throw new CutpointError("closed", "the store is closed: create another one");
      assertNotAborted(signal);
    },
    isClosed: () => closed,
    close() {
      closed = true;
    },
  };
}
