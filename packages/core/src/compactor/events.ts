import type { BranchEntry } from "../model/entry.ts";
import type { CutpointError } from "../model/error.ts";
import type { CompactionState } from "../model/mark.ts";
import type { CompactionReason, Receipt, PruningStep } from "../model/receipt.ts";
import type { Plan, UnchangedReason } from "../plan/plan.ts";
import type { ContextUsage } from "../tokens/usage.ts";

/** What holds the tokens of a context that no compaction makes smaller, by our estimate. */
export type TokenBreakdown = {
  /** System text, tools, and messages that come with the request only. */
  readonly requestTokens: number;
  /** What stands before the kept items. */
  readonly prefixTokens: number;
  readonly itemTokens: number;
  /** The largest item. */
  readonly largest: { readonly id: string; readonly tokens: number } | null;
};

/**
 * What happens during a compaction, in this order: `started`, `planned`, `pruned` where something was hidden,
 * `summarized` where a summary was made, and exactly one of `applied`, `skipped`, `cancelled`, `failed`. A check that
 * finds nothing due is not a run and tells nothing. What a session's `prepare` makes ends with `prepared`; its `apply`
 * tells `applied` or `failed` alone.
 *
 * Beside a run: `hook-failed` (a `beforeCompaction` hook or a redaction threw; the compaction goes on without it),
 * `summary-failed` (a summarizer gave no usable summary; the next one is asked, if there is one), `gave-up` (compactions came
 * to nothing; none is tried before the human speaks again), `recovered` (after an overflow the request is worth sending
 * again), `unknown-window` (nobody knows the model's window, so that compaction waits for an overflow; told once for each
 * model), `turn-ended` (an answer has come; how full the context is now), `delegated-to-parent` (a sub-agent's request did not fit, and its
 * parent is told).
 *
 * A navigation, of the reason `manual`, tells `summarized` where a summary was made, then `navigated`, `cancelled` or
 * `failed`.
 */
export type CompactionEvent = {
  readonly reason: CompactionReason;
  /** Whether the failed request is to be sent again: true for `overflow` only. */
  readonly willRetry: boolean;
  readonly sessionId?: string;
  readonly parentSessionId?: string;
} & (
  | { readonly type: "started"; readonly tokensBefore: number }
  | { readonly type: "planned"; readonly plan: Plan }
  | { readonly type: "hook-failed"; readonly error: unknown }
  | { readonly type: "pruned"; readonly steps: readonly PruningStep[] }
  | { readonly type: "summary-failed"; readonly by: string; readonly error: CutpointError }
  | {
      readonly type: "summarized";
      readonly method: string;
      readonly summaryTokens: number;
      readonly calls: number;
    }
  | { readonly type: "prepared"; readonly receipt: Receipt }
  | { readonly type: "applied"; readonly receipt: Receipt; readonly state: CompactionState }
  | { readonly type: "skipped"; readonly why: UnchangedReason }
  | { readonly type: "cancelled" }
  | { readonly type: "failed"; readonly error: CutpointError; readonly message: string }
  | { readonly type: "gave-up"; readonly breakdown: TokenBreakdown }
  | { readonly type: "recovered"; readonly receipt: Receipt }
  | { readonly type: "unknown-window"; readonly model: string | null }
  | { readonly type: "turn-ended"; readonly usage: ContextUsage }
  | { readonly type: "delegated-to-parent" }
  | {
      readonly type: "navigated";
      /** The new head, which is `entry`. */
      readonly head: string;
      /** The old one. */
      readonly from: string | null;
      readonly entry: BranchEntry;
    }
);

/** How a failure is told, by what asked for the compaction. */
export function failureMessage(reason: CompactionReason, error: CutpointError): string {
  switch (reason) {
    case "overflow":
      return `Context overflow recovery failed: ${error.message}`;
    case "threshold":
      return `Auto-compaction failed: ${error.message}`;
    default:
      return `Compaction failed: ${error.message}`;
  }
}
