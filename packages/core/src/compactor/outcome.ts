import type { View } from "../log/view.ts";
import type { CutpointError } from "../model/error.ts";
import type { Mark } from "../model/mark.ts";
import type { Receipt } from "../model/receipt.ts";
import type { UnchangedReason } from "../plan/plan.ts";

/** What became of a call that may compact. */
export type Outcome =
  | {
      readonly type: "compacted";
      readonly receipt: Receipt;
      /** What to say to the model so that it goes on; `null` where no work is pending, or the policy does not want it. */
      readonly continuation: string | null;
    }
  | { readonly type: "unchanged"; readonly why: UnchangedReason }
  | { readonly type: "cancelled" }
  | { readonly type: "failed"; readonly error: CutpointError };

/** The view to send, the mark to keep, and what was done; without a compaction the mark is the one that came in. */
export type Fitted = { readonly view: View; readonly mark: Mark | null; readonly outcome: Outcome };

/** The answer to an error: whether the request is worth sending again, with the view given here. */
export type Recovered = Fitted & { readonly retry: boolean };
