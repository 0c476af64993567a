import type { RecoverResult } from "@cutpoint/core";
import type { AdapterRig } from "../../../../src/adapter/rig.ts";
import { fetchRig } from "../fetch-rig.ts";
import { changingCompactor, changingCompacted, type FaultyAdapter } from "./faulty-adapter.ts";

/** Changes the results of recoveries. */
function changingRecoveries(change: (result: RecoverResult) => Partial<RecoverResult>): AdapterRig {
  return changingCompactor((compactor) => ({
    async recover(...given) {
      const result = await compactor.recover(...given);
      return { ...result, ...change(result) };
    },
  }));
}

/** Drops the state that a recovery returns. */
function droppingStates(isDropped: (result: RecoverResult) => boolean): AdapterRig {
  return changingCompactor((compactor) => ({
    async recover(history, ...rest) {
      const result = await compactor.recover(history, ...rest);
      return isDropped(result) ? { ...result, state: history.state } : result;
    },
  }));
}

export const faultyRecoveryStates: readonly FaultyAdapter[] = [
  {
    foundBy: "recovery-stored",
    fault: "does not store the state after a recovery",
    rig: droppingStates(({ retry }) => retry),
  },
  {
    foundBy: "recovery-stored",
    fault: "stores the question again after a compaction",
    rig: changingCompacted((state) => ({
      ...state,
      messages: [...state.messages, ...state.messages.slice(-1)],
    })),
  },
  {
    foundBy: "failed-recovery-stored",
    fault: "stores the state of a recovery only if it retries",
    rig: droppingStates(({ retry }) => !retry),
  },
  {
    foundBy: "errors-sent-once",
    fault: "sends a request again after every error, whatever `retry` says",
    rig: changingRecoveries(() => ({ retry: true })),
  },
  {
    foundBy: "refused-request-not-repeated",
    fault: "sends a request again after a failed recovery",
    rig: changingRecoveries(({ outcome, retry }) => ({
      retry: retry || outcome.type === "failed",
    })),
  },
  {
    foundBy: "abort-while-recovering",
    fault: "ignores the signal",
    rig: fetchRig({
      instance: (instance) => ({
        ...instance,
        turn: (input) => instance.turn(input, new AbortController().signal),
      }),
    }),
  },
];
