import { CutpointError } from "../model/error.ts";
import { requireNotAborted } from "./store-errors.ts";

/** Whether a store may still be used. */
export type Usability = {
  /** @throws `closed` once it is closed, `aborted` where the signal is set */
  readonly require: (signal?: AbortSignal) => void;
  readonly isClosed: () => boolean;
  readonly close: () => void;
};

/** Of a store that has just been created. */
export function createUsability(): Usability {
  let closed = false;
  return {
    require(signal) {
      if (closed)
        throw new CutpointError("closed", "the store was disposed of: create another one");
      requireNotAborted(signal);
    },
    isClosed: () => closed,
    close() {
      closed = true;
    },
  };
}
