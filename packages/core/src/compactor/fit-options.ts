import type { CompactionReason } from "../message/receipt.ts";
import type { Request } from "../message/request.ts";
import type { Guidance } from "./options.ts";

/** The request for which a view is built, and options for compacting. */
export type FitOptions = Request &
  Guidance & {
    /** Compacts below the trigger too. Default: `false`. */
    readonly force?: boolean;
    /**
     * Shown in events and receipt. All but `threshold` and `overflow` compact below the trigger too; `idle` only above half
     * of it, unless forced. Default: `manual` if forced, otherwise `threshold`.
     */
    readonly reason?: CompactionReason;
    /** Whether a request will be sent or an answer has just arrived. Default: `before-request`. */
    readonly moment?: "before-request" | "after-answer";
    /** Ends the call as `cancelled`. */
    readonly signal?: AbortSignal;
  };

/** {@link FitOptions}, and for a recovery the error of the failed request. */
export type PrepareOptions = FitOptions & { readonly error?: unknown };
