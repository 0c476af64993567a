import type { CutpointError } from "../model/error.ts";
import type { Mark } from "../model/mark.ts";
import type { CompactionReason, Receipt } from "../model/receipt.ts";
import type { Plan, UnchangedReason } from "../plan/plan.ts";

/**
 * What happens during a compaction, in this order: `started`, `planned`, `summarized`, and exactly one of `applied`,
 * `skipped`, `cancelled`, `failed`. A check that finds nothing due is not a run and tells nothing.
 *
 * `hook-failed` tells of a `before` hook that threw; the compaction goes on without it.
 */
export type CompactionEvent = {
  readonly reason: CompactionReason;
  readonly sessionId?: string;
} & (
  | { readonly type: "started"; readonly tokensBefore: number }
  | { readonly type: "planned"; readonly plan: Plan }
  | { readonly type: "hook-failed"; readonly error: unknown }
  | {
      readonly type: "summarized";
      readonly method: string;
      readonly summaryTokens: number;
      readonly calls: number;
    }
  | { readonly type: "applied"; readonly receipt: Receipt; readonly mark: Mark }
  | { readonly type: "skipped"; readonly why: UnchangedReason }
  | { readonly type: "cancelled" }
  | { readonly type: "failed"; readonly error: CutpointError; readonly message: string }
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
