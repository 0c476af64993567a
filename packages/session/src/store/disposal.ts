import { CutpointError } from "@cutpoint/core";
import { assertNotAborted } from "./errors.ts";

/** Whether a store may still be used. */
export type DisposalGuard = {
  /** @throws `closed` once it is closed, `aborted` where the signal is set */
  readonly assertOpen: (signal?: AbortSignal) => void;
  readonly isClosed: () => boolean;
  readonly close: () => void;
};

/** Of a store that has just been created. */
export function createDisposalGuard(): DisposalGuard {
  let closed = false;
  return {
    assertOpen(signal) {
      if (closed)
        throw new CutpointError("closed", "the store was disposed of: create another one");
      assertNotAborted(signal);
    },
    isClosed: () => closed,
    close() {
      closed = true;
    },
  };
}
