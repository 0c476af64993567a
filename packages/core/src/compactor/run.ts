import type { History } from "../message/history.ts";
import type { CompactionReason } from "../message/receipt.ts";
import type { PlanOptions } from "../plan/plan-options.ts";
import type { TrackedHistory } from "../tokens/tracked-history.ts";
import type { View } from "../view/view.ts";
import type { Replacements } from "./clamp-intake.ts";
import type { Emit } from "./events.ts";
import type { FitOptions } from "./fit-options.ts";
import type { ResolvedOptions } from "./resolve-options.ts";

/** The options of a plan, whose reason is known. */
export type RunOptions = PlanOptions & { readonly reason: CompactionReason };

/** One call that may compact. */
export type CompactionRun = {
  readonly options: ResolvedOptions;
  readonly tracked: TrackedHistory;
  readonly request: FitOptions;
  readonly planOptions: RunOptions;
  /** Previews of large results, which the tracked history shows already. */
  readonly previews?: Replacements | undefined;
};

/** A run whose plan is known. */
export type PlannedRun = CompactionRun & {
  readonly emit: Emit;
  /** A copy of the history that was planned. */
  readonly history: History;
  readonly viewBefore: View;
};
