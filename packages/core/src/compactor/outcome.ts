import type { CutpointError } from "../message/error.ts";
import type { History } from "../message/history.ts";
import type { Receipt } from "../message/receipt.ts";
import type { CompactionState } from "../message/state.ts";
import type { UnchangedReason } from "../plan/unchanged-reason.ts";
import type { ViewWarning } from "../view/sequence.ts";
import type { View } from "../view/view.ts";

/**
 * The situation in which a conversation was compacted.
 *
 * `tool-loop`: a step is running and the loop continues. `unanswered`: the user waits for an answer. `idle`: the last
 * answer ended the turn. `manual`: the user asked for the compaction between two turns.
 */
export type Situation = "tool-loop" | "unanswered" | "idle" | "manual";

/** The outcome of a call that may compact. */
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

/** The view to send and the state to store, compacted or not. */
export type FitResult = {
  readonly view: View;
  /** The state to store, also after a failed attempt, which it records. */
  readonly state: CompactionState | null;
  /** The history with that state. */
  readonly history: History;
  readonly outcome: FitOutcome;
  /** Warnings about the view, and about missing messages that the passed state refers to. */
  readonly warnings: readonly ViewWarning[];
};

/** {@link FitResult} of a recovery. `retry` is `true` if you should send the request again with this view. */
export type RecoverResult = FitResult & { readonly retry: boolean };
