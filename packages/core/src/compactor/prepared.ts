import type { Receipt } from "../message/receipt.ts";
import type { CompactionState } from "../message/state.ts";
import type { Plan } from "../plan/plan.ts";
import type { Basis } from "./finalize.ts";
import type { FitOutcome } from "./outcome.ts";

/** A compaction that can be applied. */
export type PreparedCompaction = {
  readonly type: "prepared";
  readonly plan: Plan;
  readonly state: CompactionState;
  readonly receipt: Receipt;
  /** Internal: used by `apply` if messages arrived in the meantime. */
  readonly basis: Omit<Basis, "plan">;
};

/** The outcome without a prepared compaction. Store `state`, which records a failed attempt. */
export type NotPrepared = {
  readonly type: "not-prepared";
  readonly outcome: Exclude<FitOutcome, { type: "compacted" }>;
  readonly state: CompactionState | null;
};
