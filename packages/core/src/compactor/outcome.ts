import type { View } from "../log/view.ts";
import type { CutpointError } from "../model/error.ts";
import type { CompactionState } from "../model/mark.ts";
import type { Receipt } from "../model/receipt.ts";
import type { UnchangedReason } from "../plan/plan.ts";

/**
 * Where a conversation stood when it was compacted. `tool-loop`: a step is under way, and the loop around the model goes
 * on by itself. `unanswered`: somebody has spoken and waits for an answer. `idle`: the last answer ended the turn.
 * `manual`: somebody asked for the compaction, with no step under way and no answer due.
 */
export type Situation = "tool-loop" | "unanswered" | "idle" | "manual";

/** What became of a call that may compact. */
export type FitOutcome =
  | {
      readonly type: "compacted";
      readonly receipt: Receipt;
      /** What to say to the model so that it goes on; `null` where no work is pending, or the policy does not want it. */
      readonly continuation: string | null;
      readonly situation: Situation;
    }
  | { readonly type: "unchanged"; readonly why: UnchangedReason }
  | { readonly type: "cancelled" }
  | { readonly type: "failed"; readonly error: CutpointError };

/** The view to send, the state to keep, and what was done; without a compaction the state is the one that came in. */
export type FitResult = {
  readonly view: View;
  readonly state: CompactionState | null;
  readonly outcome: FitOutcome;
};

/** The answer to an error: whether the request is worth sending again, with the view given here. */
export type RecoverResult = FitResult & { readonly retry: boolean };
