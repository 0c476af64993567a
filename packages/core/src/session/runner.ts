import type { FitOptions } from "../compactor/create-compactor.ts";
import type { Outcome } from "../compactor/outcome.ts";
import { prepare, type Unprepared } from "../compactor/prepare.ts";
import { guardNote } from "../log/guard-note.ts";
import { viewOf } from "../log/view.ts";
import type { Guard } from "../model/mark.ts";
import type { CompactionReason } from "../model/receipt.ts";
import { commit } from "./commit.ts";
import type { SessionParts } from "./parts.ts";
import type { PreparedCompaction, SessionFitted } from "./session.ts";

/** Runs one compaction at a time: a caller that comes meanwhile joins the one that runs, and gets its outcome. */
export type Runner = {
  readonly run: (options: FitOptions, reason: CompactionReason) => Promise<SessionFitted>;
  readonly prepare: (
    options: FitOptions,
    reason: CompactionReason,
  ) => Promise<PreparedCompaction | Unprepared>;
  readonly apply: (prepared: PreparedCompaction, options: FitOptions) => Promise<SessionFitted>;
  /** Ends the compaction that runs, for all who joined it. */
  readonly abort: () => void;
  /** Settles when nothing runs. */
  readonly idle: () => Promise<void>;
};

export function createRunner(parts: SessionParts): Runner {
  const { engine, link, scope, writer } = parts;
  let running: { readonly outcome: Promise<Outcome>; readonly controller: AbortController } | null =
    null;

  async function prepareNow(
    options: FitOptions,
    reason: CompactionReason,
  ): Promise<PreparedCompaction | Unprepared> {
    const { history, meter } = writer.state();
    const basis = { ...history, items: [...history.items] };
    const prepared = await prepare(engine, basis, options, { ...options, reason, scope, meter });
    return prepared.type === "prepared" ? { ...prepared, basis } : prepared;
  }

  async function remember(guard: Guard): Promise<void> {
    await writer.write(
      ({ head }) => [{ ...guardNote(guard), ...link(), parentId: head }],
      "reload",
    );
  }

  async function compactOnce(
    options: FitOptions,
    reason: CompactionReason,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const prepared = await prepareNow({ ...options, signal }, reason);
    if (prepared.type === "prepared") return commit(parts, prepared, options);
    if (prepared.guard !== null) await remember(prepared.guard);
    return prepared.outcome;
  }

  function start(options: FitOptions, reason: CompactionReason): Promise<Outcome> {
    const controller = new AbortController();
    const signals = options.signal === undefined ? [] : [options.signal];
    const signal = AbortSignal.any([controller.signal, ...signals]);
    const outcome = compactOnce(options, reason, signal).finally(() => {
      running = null;
    });
    running = { outcome, controller };
    return outcome;
  }

  function fitted(options: FitOptions, outcome: Outcome): SessionFitted {
    return { view: viewOf(writer.state().history, options.tail), outcome };
  }

  return {
    async run(options, reason) {
      return fitted(options, await (running?.outcome ?? start(options, reason)));
    },
    prepare: prepareNow,
    async apply(prepared, options) {
      return fitted(options, await commit(parts, prepared, options));
    },
    abort() {
      running?.controller.abort();
    },
    async idle() {
      await running?.outcome.catch(() => undefined);
    },
  };
}
