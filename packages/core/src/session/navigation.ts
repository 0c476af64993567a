import type { Decision } from "../compactor/engine.ts";
import type { BranchEntry, Entry } from "../model/entry.ts";
import type { CutpointError } from "../model/error.ts";
import type { Request } from "../model/request.ts";
import type { SummaryAttempt } from "../model/summary-attempt.ts";

export type NavigateOptions = Pick<Request, "model" | "windowTokens"> & {
  /** Whether what is left behind is summarized for the model. Default: the session's `branchSummary.enabled`. */
  readonly summarize?: boolean;
  /** What to ask for, in place of the summarizer's own prompt. */
  readonly instructions?: string;
  /** Adds `instructions` to the prompt instead. Default `false`. */
  readonly keepPrompt?: boolean;
  /** Ends the navigation as `cancelled`, with nothing changed. */
  readonly signal?: AbortSignal;
};

/** A navigation that is about to be made. */
export type Navigation = {
  readonly targetId: string | null;
  /** The head that is left. */
  readonly from: string | null;
  /** The deepest entry that both paths have; `null` where they have none. */
  readonly ancestorId: string | null;
  /** What is left behind: from that entry, exclusive, to the old head, oldest first. */
  readonly abandoned: readonly Entry[];
  /** Whether a summary was asked for; one that a hook supplies counts only then. */
  readonly summarize: boolean;
};

/**
 * Asked before each navigation, as {@link BeforeCompaction} is before each compaction. What it wants kept with a summary
 * goes into that summary's `details`: a navigation has no receipt, and `preserved` is not looked at.
 */
export type BeforeNavigation = (
  navigation: Navigation,
  signal: AbortSignal,
) => Decision | undefined | void | Promise<Decision | undefined | void>;

/**
 * What became of a navigation. The entry that it wrote is the new head, and names the old one; `attempts` are the calls
 * that its summary took. Cancelled or failed, nothing has changed.
 */
export type NavigateResult =
  | {
      readonly type: "navigated";
      readonly entry: BranchEntry;
      readonly attempts: readonly SummaryAttempt[];
    }
  | { readonly type: "cancelled" }
  | { readonly type: "failed"; readonly error: CutpointError };
