import { continuationOf } from "../compactor/continuation.ts";
import { policyOf } from "../compactor/engine.ts";
import { failureMessage } from "../compactor/events.ts";
import type { Outcome } from "../compactor/outcome.ts";
import { teller } from "../compactor/tell.ts";
import { guardNote } from "../log/guard-note.ts";
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
        isSameBasis(state.history, prepared.basis) ? entriesOf(parts, prepared, state) : null,
      (state, entries) => withCompaction(state, entries, engine.estimator),
    );
    const entry = written?.[0];
    if (entry === undefined)
      throw new CutpointError("conflict", "the view was changed while the compaction was prepared");
    const { history } = writer.state();
    const receipt = receiptOf(entry) ?? prepared.receipt;
    tell({ type: "applied", receipt, mark: history.mark ?? prepared.mark });
    return {
      type: "compacted",
      receipt,
      ...continuationOf(prepared.plan, policyOf(engine, request)),
    };
  } catch (cause) {
    const error = isCutpointError(cause)
      ? cause
      : new CutpointError("store-failed", "the log could not be read again", { cause });
    tell({ type: "failed", error, message: failureMessage(reason, error) });
    return { type: "failed", error };
  }
}

/** A pruning is written as what it hides and what is to be remembered of it, everything else as its mark. */
function entriesOf(
  { link }: SessionParts,
  { mark, plan, receipt }: PreparedCompaction,
  { head, history }: LogState,
): readonly Entry[] {
  const first = { ...link(), parentId: head };
  if (plan.covered.length > 0)
    return [compactionEntry(history, mark, receipt, { ...first, reason: plan.reason })];
  return [
    { type: "hide", ...first, replaced: plan.replaced, receipt },
    { ...guardNote(mark.guard), ...link(), parentId: first.id },
  ];
}

function receiptOf(entry: Entry): Receipt | null {
  return entry.type === "compaction" ? entry.receipt : null;
}
