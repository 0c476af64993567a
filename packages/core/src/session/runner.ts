import { viewOf } from "../log/view.ts";
import type { FitOptions } from "../compactor/create-compactor.ts";
import type { Engine } from "../compactor/engine.ts";
import { failureMessage } from "../compactor/events.ts";
import type { Outcome } from "../compactor/outcome.ts";
import { prepare, type Prepared, teller } from "../compactor/prepare.ts";
import { CutpointError, isCutpointError } from "../model/error.ts";
import type { Mark } from "../model/mark.ts";
import type { CompactionReason } from "../model/receipt.ts";
import { compactionEntry, isSameMark, withCompaction } from "./advance.ts";
import type { SessionFitted } from "./session.ts";
import type { Writer } from "./writer.ts";

/** What one session's compactions need; `link` mints the id and the time of an entry. */
export type RunnerOptions = {
  readonly engine: Engine;
  readonly writer: Writer;
  readonly sessionId: string;
  readonly link: () => { readonly id: string; readonly at: number };
};

/** Runs one compaction at a time: a caller that comes meanwhile joins the one that runs, and gets its outcome. */
export type Runner = {
  readonly run: (options: FitOptions, reason: CompactionReason) => Promise<SessionFitted>;
  /** Settles when nothing runs. */
  readonly idle: () => Promise<void>;
};

export function createRunner({ engine, writer, sessionId, link }: RunnerOptions): Runner {
  let running: Promise<Outcome> | null = null;

  /** Writes the mark last, and only where the one that it was planned upon is still in force. */
  async function commit(
    basis: Mark | null,
    { mark, receipt }: Prepared,
    reason: CompactionReason,
  ): Promise<Outcome> {
    const tell = teller(engine, reason, sessionId);
    try {
      const written = await writer.write(
        ({ head, history }) =>
          isSameMark(history.mark, basis)
            ? [compactionEntry(history, mark, receipt, { ...link(), parentId: head, reason })]
            : null,
        (state, entries) => withCompaction(state, entries, engine.estimator),
      );
      const entry = written?.[0];
      if (entry?.type !== "compaction" || entry.receipt === null)
        throw new CutpointError("conflict", "the view was changed while the summary was made");
      tell({ type: "applied", receipt: entry.receipt, mark: entry.mark });
      return { type: "compacted", receipt: entry.receipt };
    } catch (error) {
      if (!isCutpointError(error)) throw error;
      tell({ type: "failed", error, message: failureMessage(reason, error) });
      return { type: "failed", error };
    }
  }

  async function compactOnce(options: FitOptions, reason: CompactionReason): Promise<Outcome> {
    const { history, meter } = writer.state();
    const basis = { ...history, items: [...history.items] };
    const prepared = await prepare(engine, basis, options, {
      ...options,
      reason,
      sessionId,
      meter,
    });
    return prepared.type === "prepared" ? commit(basis.mark, prepared, reason) : prepared;
  }

  return {
    async run(options, reason) {
      running ??= compactOnce(options, reason).finally(() => {
        running = null;
      });
      const outcome = await running;
      return { view: viewOf(writer.state().history, options.tail), outcome };
    },
    async idle() {
      await running?.catch(() => undefined);
    },
  };
}
