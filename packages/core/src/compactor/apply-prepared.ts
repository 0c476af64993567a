import { CutpointError } from "../message/error.ts";
import type { History } from "../message/history.ts";
import type { Request } from "../message/request.ts";
import { trackHistory } from "../tokens/tracked-history.ts";
import { boundaryWarnings, type View, viewOf } from "../view/view.ts";
import { createEmitter } from "./events.ts";
import { continuationOf, finalize } from "./finalize.ts";
import { hasOnlyGrown } from "./is-continuation.ts";
import type { FitOutcome, FitResult } from "./outcome.ts";
import type { PreparedCompaction } from "./prepared.ts";
import { policyOf, type ResolvedOptions } from "./resolve-options.ts";

/** Applies a prepared compaction to the current history. Fails with `conflict` if more than new messages has changed. */
export function applyPrepared(
  options: ResolvedOptions,
  history: History,
  prepared: PreparedCompaction,
  request: Request,
): FitResult {
  const { basis, plan, receipt } = prepared;
  if (!hasOnlyGrown(history, basis.history)) {
    const error = new CutpointError(
      "conflict",
      "the view changed while the compaction was prepared",
    );
    return unchanged(history, { type: "failed", error }, viewOf(history, request));
  }
  const hasArrived =
    history.items.length !== basis.history.items.length || history.state !== basis.history.state;
  const built = hasArrived ? undefined : options.built.get(prepared);
  const settled =
    built === undefined
      ? finalize({ ...basis, plan }, history, () => receipt)
      : { ...prepared, history: built.history };
  const next = trackHistory(settled.history);
  const view = next.view(request);
  return {
    view,
    state: settled.state,
    history: next.history,
    outcome: {
      type: "compacted",
      receipt: settled.receipt,
      ...continuationOf(plan, policyOf(options, request)),
    },
    warnings: [...boundaryWarnings(basis.history), ...view.warnings],
  };
}

export function emitApplied({ onEvent }: ResolvedOptions, { outcome, state }: FitResult): void {
  if (outcome.type !== "compacted" || state === null) return;
  const { receipt } = outcome;
  createEmitter(onEvent, receipt.reason)({ type: "applied", receipt, state });
}

/** Returns the result of a call that compacted nothing. */
export function unchanged(history: History, outcome: FitOutcome, view: View): FitResult {
  return { view, state: history.state, history, outcome, warnings: view.warnings };
}
