import { continuationOf } from "../compactor/continuation.ts";
import { policyOf } from "../compactor/engine.ts";
import { failureMessage } from "../compactor/events.ts";
import type { Outcome } from "../compactor/outcome.ts";
import { teller } from "../compactor/tell.ts";
import type { Entry } from "../model/entry.ts";
import { CutpointError, isCutpointError } from "../model/error.ts";
import type { Receipt } from "../model/receipt.ts";
import type { Request } from "../model/request.ts";
import { compactionEntry, isSameBasis, withCompaction } from "./advance.ts";
import type { SessionParts } from "./parts.ts";
import type { PreparedCompaction } from "./session.ts";
import type { LogState } from "./writer.ts";

/** Writes a prepared compaction, and only where what it was planned upon is still in force. */
export async function commit(
  parts: SessionParts,
  prepared: PreparedCompaction,
  request: Request,
): Promise<Outcome> {
  const { engine, scope, writer } = parts;
  const { reason } = prepared.plan;
  const tell = teller(engine, reason, scope);
  try {
    const written = await writer.write(
      (state) =>
        isSameBasis(state.history, prepared.basis) ? [entryOf(parts, prepared, state)] : null,
      (state, entries) => withCompaction(state, entries, engine.estimator),
    );
    const entry = written?.[0];
    if (entry === undefined)
      throw new CutpointError("conflict", "the view was changed while the compaction was prepared");
    const { history } = writer.state();
    const receipt = receiptOf(entry) ?? prepared.receipt;
    tell({ type: "applied", receipt, mark: history.mark ?? prepared.mark });
    const continuation = continuationOf(history, policyOf(engine, request), reason);
    return { type: "compacted", receipt, continuation };
  } catch (error) {
    if (!isCutpointError(error)) throw error;
    tell({ type: "failed", error, message: failureMessage(reason, error) });
    return { type: "failed", error };
  }
}

/** A pruning is written as what it hides, everything else as its mark. */
function entryOf(
  { link }: SessionParts,
  { mark, plan, receipt }: PreparedCompaction,
  { head, history }: LogState,
): Entry {
  const parent = { ...link(), parentId: head };
  return plan.covered.length === 0
    ? { type: "hide", ...parent, replaced: plan.replaced, receipt }
    : compactionEntry(history, mark, receipt, { ...parent, reason: plan.reason });
}

function receiptOf(entry: Entry): Receipt | null {
  return entry.type === "compaction" ? entry.receipt : null;
}
