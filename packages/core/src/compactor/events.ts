import type { CutpointError } from "../message/error.ts";
import type { CompactionReason, PruningStep, Receipt } from "../message/receipt.ts";
import type { CompactionState } from "../message/state.ts";
import type { Plan } from "../plan/plan.ts";
import type { UnchangedReason } from "../plan/unchanged-reason.ts";
import type { ContextUsage } from "../tokens/usage.ts";

/** The parts of a context that compaction no longer makes smaller, in estimated tokens. */
export type TokenBreakdown = {
  /** System text, tools, and messages of this request only. */
  readonly requestTokens: number;
  /** The messages before the kept items. */
  readonly prefixTokens: number;
  readonly itemTokens: number;
  /** The largest item. */
  readonly largest: { readonly id: string; readonly tokens: number } | null;
};

/**
 * One step of a compaction, or something else that the app may want to know.
 *
 * A compaction emits `started`, `planned`, `pruned` if something was pruned, `summarized` if a summary was made, and
 * exactly one of `prepared`, `applied`, `skipped`, `cancelled`, `failed`. A check that finds nothing to do emits nothing.
 *
 * | other event | cause |
 * | --- | --- |
 * | `hook-failed` | a hook or a redaction threw; the compaction continues without it |
 * | `summary-failed` | a summarizer returned no usable summary; the next one is called |
 * | `gave-up` | compactions failed repeatedly; none is tried before the next user message |
 * | `recovered` | after an overflow, the request can be sent again |
 * | `thinking-dropped` | a provider refused signed reasoning; the request can be sent again without it |
 * | `unknown-window` | the model's window is unknown, so only an overflow starts a compaction; once per model |
 * | `policy-adjusted` | settings do not fit the model's window and gave way; `trigger` if system text and tools exceed its limit; once per window |
 * | `near-limit` | the request is above 90 % of the trigger; `tokensLeft` below it; once until it is smaller again or compacted |
 * | `turn-ended` | an answer has arrived; `usage` is the size of the context |
 * | `state-not-found` | of adapters: the conversation was too long before, but has no state, so it is compacted anew; expected once for a conversation that is older than the adapter |
 * | `state-not-stored` | of adapters: the store of states failed to read or store one; the next request tries again |
 */
export type CompactionEvent = CompactionStep & {
  readonly reason: CompactionReason;
  /** Whether the failed request will be sent again. `true` for `overflow` and `thinking-dropped` only. */
  readonly willRetry: boolean;
};

/** A {@link CompactionEvent} without the fields that all events of one compaction share. */
export type CompactionStep =
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
  | { readonly type: "thinking-dropped" }
  | { readonly type: "unknown-window"; readonly model: string | null }
  | {
      readonly type: "policy-adjusted";
      readonly settings: readonly string[];
      readonly workingWindowTokens: number;
    }
  | { readonly type: "near-limit"; readonly tokensLeft: number }
  | { readonly type: "turn-ended"; readonly usage: ContextUsage }
  | { readonly type: "state-not-found"; readonly conversationId: string | null }
  | {
      readonly type: "state-not-stored";
      readonly conversationId: string;
      readonly error: unknown;
    };

/** Emits one step of a compaction. */
export type Emit = (step: CompactionStep) => void;

export function createEmitter(
  onEvent: (event: CompactionEvent) => void,
  reason: CompactionReason,
): Emit {
  const shared = { reason, willRetry: reason === "overflow" };
  return (step) => onEvent({ ...step, ...shared });
}

/** Returns the event of a failed compaction, with a message to show to the user. */
export function failedStep(reason: CompactionReason, error: CutpointError): CompactionStep {
  return {
    type: "failed",
    error,
    message: `${FAILURES[reason] ?? "Compaction failed"}: ${error.message}`,
  };
}

const FAILURES: Readonly<Partial<Record<CompactionReason, string>>> = {
  overflow: "Context overflow recovery failed",
  threshold: "Auto-compaction failed",
};
