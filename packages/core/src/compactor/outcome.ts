import type { CutpointError } from "../message/error.ts";
import type { History } from "../message/history.ts";
import type { Receipt } from "../message/receipt.ts";
import type { CompactionState } from "../message/state.ts";
import type { UnchangedReason } from "../plan/plan.ts";
import type { ViewWarning } from "../view/sequence.ts";
import type { View } from "../view/view.ts";

/**
 * Where a conversation was when it was compacted.
 *
 * `tool-loop`: a step is running, and the loop around the model continues. `unanswered`: the user waits for an answer.
 * `idle`: the last answer ended the turn. `manual`: the user asked for the compaction between two turns.
 */
export type Situation = "tool-loop" | "unanswered" | "idle" | "manual";

/** Result of a call that may compact. */
export type FitOutcome =
  | {
      readonly type: "compacted";
      readonly receipt: Receipt;
      /** Prompt that makes the model continue. `null` if no work is pending or `autoContinue` is off. */
      readonly continuation: string | null;
      readonly situation: Situation;
    }
  | { readonly type: "unchanged"; readonly why: UnchangedReason }
  | { readonly type: "cancelled" }
  | { readonly type: "failed"; readonly error: CutpointError };

/** The view to send and the state to store, with or without a compaction. */
export type FitResult = {
  readonly view: View;
  /** Store this state, also after a failed attempt: it records the failure. */
  readonly state: CompactionState | null;
  /** The history with that state. */
  readonly history: History;
  readonly outcome: FitOutcome;
  /** Warnings about the view, and about messages that the passed state refers to and that are gone. */
  readonly warnings: readonly ViewWarning[];
};

/** {@link FitResult} of a recovery; `retry` is `true` if the request is worth sending again with this view. */
export type RecoverResult = FitResult & { readonly retry: boolean };
