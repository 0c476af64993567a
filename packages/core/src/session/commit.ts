import { continuationOf } from "../compactor/continuation.ts";
import { policyOf } from "../compactor/engine.ts";
import { failureMessage } from "../compactor/events.ts";
import type { FitOutcome } from "../compactor/outcome.ts";
import { createEmitter } from "../compactor/tell.ts";
import { guardNote } from "../log/guard-note.ts";
import type { Entry } from "../model/entry.ts";
import { CutpointError, isCutpointError } from "../model/error.ts";
import type { Receipt } from "../model/receipt.ts";
import type { Request } from "../model/request.ts";
import { compactionEntry, isContinuation, withCompaction } from "./advance.ts";
import type { SessionContext } from "./parts.ts";
import type { PreparedCompaction } from "./session.ts";
import type { LogState } from "./writer.ts";

/** Writes a prepared compaction, and only where what it was planned upon is still in force. */
export async function commit(
  context: SessionContext,
  prepared: PreparedCompaction,
  request: Request,
): Promise<FitOutcome> {
  const { engine, scope, writer } = context;
  const { reason } = prepared.plan;
  const emit = createEmitter(engine, reason, scope);
  try {
    const written = await writer.write(
      (state) =>
        isContinuation(state.history, prepared.basis) ? entriesOf(context, prepared, state) : null,
      (state, entries) => withCompaction(state, entries, engine.estimator),
    );
    const entry = written?.[0];
    if (entry === undefined)
      throw new CutpointError("conflict", "the view was changed while the compaction was prepared");
    const { history } = writer.state();
    const receipt = receiptOf(entry) ?? prepared.receipt;
    emit({ type: "applied", receipt, state: history.state ?? prepared.state });
    return {
      type: "compacted",
      receipt,
      ...continuationOf(prepared.plan, policyOf(engine, request)),
    };
  } catch (cause) {
    const error = isCutpointError(cause)
      ? cause
      : new CutpointError("store-failed", "the log could not be read again", { cause });
    emit({ type: "failed", error, message: failureMessage(reason, error) });
    return { type: "failed", error };
  }
}

/** A pruning is written as what it hides and what is to be remembered of it, everything else as its state. */
function entriesOf(
  { newEntryFields }: SessionContext,
  { state, plan, receipt }: PreparedCompaction,
  { head, history }: LogState,
): readonly Entry[] {
  const first = { ...newEntryFields(), parentId: head };
  if (plan.compacted.length > 0)
    return [compactionEntry(history, state, receipt, { ...first, reason: plan.reason })];
  return [
    { type: "hide", ...first, replacements: plan.replacements, receipt },
    { ...guardNote(state.guard), ...newEntryFields(), parentId: first.id },
  ];
}

function receiptOf(entry: Entry): Receipt | null {
  return entry.type === "compaction" ? entry.receipt : null;
}
