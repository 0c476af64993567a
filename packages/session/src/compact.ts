import {
  type CompactionState,
  CutpointError,
  type FitOptions,
  type FitResult,
  isCutpointError,
  type NotPrepared,
  type PreparedCompaction,
  type PrepareOptions,
} from "@cutpoint/core";
import type { SessionContext } from "./context.ts";
import type { NewEntry } from "./log/entry.ts";
import type { LogState } from "./log/log-state.ts";
import { stateNotes } from "./log/notes.ts";
import type { Session, SessionFitOutcome, SessionFitResult } from "./session.ts";

type CompactMethods = Pick<
  Session,
  "usage" | "nextExpiry" | "plan" | "fit" | "compact" | "recover" | "prepare" | "apply" | "abort"
>;

/**
 * Creates the methods that measure, plan and compact.
 *
 * @param requestBuilt called after a view for a request was returned
 */
export function createCompactMethods(
  context: SessionContext,
  requestBuilt: (options: FitOptions) => void,
): CompactMethods {
  const { compactor, currentLog, emit, options: settings, runner, writer } = context;

  async function compactOnce(options: PrepareOptions): Promise<SessionFitOutcome> {
    const prepared = await compactor.prepare(writer.state().history, options);
    if (prepared.type === "prepared") return write(context, prepared, options);
    await remember(context, prepared);
    return prepared.outcome;
  }

  function resultOf(options: FitOptions, outcome: SessionFitOutcome): SessionFitResult {
    const view = writer.state().view(options);
    return { view, outcome, warnings: view.warnings };
  }

  return {
    usage: (request = {}) => compactor.usage(currentLog().history, request),
    nextExpiry: (request = {}) => compactor.nextExpiry(currentLog().history, request),
    plan: async (options = {}) => compactor.plan(currentLog().history, options),
    async fit(options = {}) {
      const { history } = currentLog();
      if (options.moment === "after-answer") {
        const usage = compactor.usage(history, options);
        const reason = options.reason ?? "threshold";
        emit({ type: "turn-ended", usage, reason, willRetry: false });
      }
      const result = resultOf(options, await runner.run(options, compactOnce));
      requestBuilt(options);
      return result;
    },
    async compact(options = {}) {
      currentLog();
      await settings.interrupt?.();
      const manual = { ...options, reason: options.reason ?? "manual" };
      return resultOf(manual, await runner.run(manual, compactOnce));
    },
    async recover(error, options = {}) {
      currentLog();
      const failed = { ...options, error: error ?? null };
      const result = resultOf(failed, await runner.run(failed, compactOnce));
      const { outcome } = result;
      const why = outcome.type === "unchanged" ? outcome.why : null;
      if (why === "not-an-overflow") return { ...result, retry: false };
      requestBuilt(options);
      if (outcome.type !== "compacted") return { ...result, retry: why === "thinking-dropped" };
      const { receipt } = outcome;
      emit({ type: "recovered", receipt, reason: "overflow", willRetry: true });
      return { ...result, retry: true };
    },
    async prepare(options = {}) {
      currentLog();
      const reason = options.reason ?? "manual";
      const { end, signal } = runner.start(options.signal);
      const prepared = await compactor
        .prepare(writer.state().history, { ...options, reason, signal })
        .finally(end);
      if (prepared.type === "not-prepared") return prepared.outcome;
      const { receipt } = prepared;
      emit({ type: "prepared", receipt, reason, willRetry: reason === "overflow" });
      return prepared;
    },
    async apply(prepared, options = {}) {
      currentLog();
      return resultOf(options, await write(context, prepared, options));
    },
    abort: () => runner.abort(),
  };
}

/** Applies a prepared compaction to the log as it is now, and writes it. */
async function write(
  context: SessionContext,
  prepared: PreparedCompaction,
  options: FitOptions,
): Promise<SessionFitOutcome> {
  const { compactor, emit, writer } = context;
  const { plan } = prepared;
  const { reason } = plan;
  const run = { reason, willRetry: reason === "overflow" };
  let result: FitResult | undefined;
  try {
    const entries = await writer.write(
      (log) => {
        result = compactor.apply(log.history, prepared, options);
        return entriesOf(context, prepared, result, log);
      },
      { historyAfter: () => (plan.compacted.length > 0 ? result?.history : undefined) },
    );
    if (result === undefined)
      throw new CutpointError("conflict", "no compaction was applied: prepare it again");
    const { outcome, state } = result;
    if (outcome.type === "failed") throw outcome.error;
    if (outcome.type !== "compacted") return outcome;
    const entryId = entries?.[0]?.id ?? "";
    const { receipt } = outcome;
    emit({ type: "applied", receipt, state: state ?? prepared.state, entryId, ...run });
    return { ...outcome, entryId };
  } catch (cause) {
    const error = isCutpointError(cause)
      ? cause
      : new CutpointError("store-failed", "could not read the log", { cause });
    const message = `Compaction could not be applied: ${error.message}`;
    emit({ type: "failed", error, message, ...run });
    return { type: "failed", error };
  }
}

/** Returns a compaction entry with the state. Pruning alone becomes a hide entry and notes. */
function entriesOf(
  context: SessionContext,
  { basis, plan }: PreparedCompaction,
  { outcome, state }: FitResult,
  { history }: LogState,
): readonly NewEntry[] | null {
  if (outcome.type !== "compacted" || state === null) return null;
  const { receipt } = outcome;
  const first = context.newEntryFields();
  if (plan.compacted.length > 0)
    return [{ type: "compaction", ...first, reason: plan.reason, state, receipt }];
  return [
    { type: "hide", ...first, replacements: { ...basis.previews, ...plan.replacements }, receipt },
    ...noteEntries(context, history.state, state),
  ];
}

function noteEntries(
  { newEntryFields }: SessionContext,
  before: CompactionState | null,
  after: CompactionState,
): readonly NewEntry[] {
  return stateNotes(before, after).map((note) => ({ ...note, ...newEntryFields() }));
}

/** Records a failed attempt, previews and the valid signed reasoning, unless another writer left the branch. */
async function remember(context: SessionContext, { state }: NotPrepared): Promise<void> {
  const { writer } = context;
  if (state === null) return;
  const before = writer.state().history.state;
  const shown = Object.entries(state.replacements).filter(
    ([id]) => !Object.hasOwn(before?.replacements ?? {}, id),
  );
  const previews: readonly NewEntry[] =
    shown.length === 0
      ? []
      : [{ type: "hide", ...context.newEntryFields(), replacements: Object.fromEntries(shown) }];
  const entries = [...previews, ...noteEntries(context, before, state)];
  if (entries.length === 0) return;
  try {
    await writer.write(() => entries);
  } catch (error) {
    if (!isCutpointError(error, "conflict")) throw error;
  }
}
