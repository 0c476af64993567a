import { viewOf } from "../log/view.ts";
import { type FitOptions, reasonOf, usageNow } from "../compactor/create-compactor.ts";
import { createEngine } from "../compactor/engine.ts";
import { failureMessage } from "../compactor/events.ts";
import type { Outcome } from "../compactor/outcome.ts";
import { isContextOverflow } from "../compactor/overflow.ts";
import { afterMark, prepare, teller } from "../compactor/prepare.ts";
import type { MessageEntry } from "../model/entry.ts";
import { CutpointError, invalidInput, isCutpointError } from "../model/error.ts";
import type { History, Mark } from "../model/mark.ts";
import type { Message } from "../model/message.ts";
import type { CompactionReason, Receipt } from "../model/receipt.ts";
import { parseMessage } from "../model/schema.ts";
import { planCompaction } from "../plan/plan.ts";
import { compactionEntry, isSameMark, withCompaction, withMessages } from "./advance.ts";
import type { Session, SessionFitted, SessionOptions } from "./session.ts";
import { openWriter } from "./writer.ts";

/**
 * Opens a conversation that is kept in a store, reading no more of its log than the view needs.
 *
 * @throws `corrupt-log`, `unsupported-version`, `duplicate-id` for a log that cannot be trusted; whatever the store
 * throws
 */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { store, sessionId, now = Date.now, newId = () => crypto.randomUUID() } = options;
  if (typeof sessionId !== "string" || sessionId === "")
    throw invalidInput("sessionId", sessionId, "it should be a text that is not empty");
  const engine = createEngine(options);
  const writer = await openWriter(store, sessionId);
  let running: Promise<Outcome> | null = null;
  let closed = false;
  /** The mark in force when a request was last built: an answer to an older view measures nothing. */
  let requestedWith: Mark | null | undefined;

  const open = (): void => {
    if (closed) throw new CutpointError("closed", `session ${sessionId} is closed`);
  };
  const history = (): History => writer.state().history;

  async function append(
    messages: readonly Message[],
    turnId: string | undefined,
  ): Promise<readonly string[]> {
    const checked = messages.map((message, index) => parseMessage(message, `messages[${index}]`));
    const ids = checked.map(newId);
    const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
    if (repeated !== undefined)
      throw new CutpointError("duplicate-id", `newId gave ${repeated} twice`);
    const isStale = requestedWith !== undefined && !isSameMark(requestedWith, history().mark);
    await writer.write(
      ({ head }) =>
        checked.map((message, index): MessageEntry => ({
          type: "message",
          id: ids[index] ?? "",
          parentId: index === 0 ? head : (ids[index - 1] ?? null),
          at: now(),
          message,
          ...(turnId === undefined ? {} : { turnId }),
          ...(isStale && message.role === "assistant" ? { stale: true } : {}),
        })),
      withMessages,
    );
    return ids;
  }

  const tell = (reason: CompactionReason): ReturnType<typeof teller> =>
    teller(engine, reason, sessionId);

  function fail(reason: CompactionReason, error: CutpointError): Outcome {
    tell(reason)({ type: "failed", error, message: failureMessage(reason, error) });
    return { type: "failed", error };
  }

  async function commit(
    basis: Mark | null,
    mark: Mark,
    receipt: Receipt,
    reason: CompactionReason,
  ): Promise<Outcome> {
    try {
      const written = await writer.write(({ head, history: current }) => {
        if (!isSameMark(current.mark, basis)) return null;
        return [
          compactionEntry(current, mark, receipt, {
            id: newId(),
            parentId: head,
            at: now(),
            reason,
          }),
        ];
      }, withCompaction);
      const entry = written?.[0];
      if (entry?.type !== "compaction")
        throw new CutpointError("conflict", "the view was changed while the summary was made");
      tell(reason)({ type: "applied", receipt, mark: entry.mark });
      return { type: "compacted", receipt };
    } catch (error) {
      if (isCutpointError(error)) return fail(reason, error);
      throw error;
    }
  }

  async function compactOnce(fitOptions: FitOptions, reason: CompactionReason): Promise<Outcome> {
    const current = history();
    const basis = { ...current, items: [...current.items] };
    const prepared = await prepare(engine, basis, fitOptions, { ...fitOptions, reason }, sessionId);
    return prepared.type === "prepared"
      ? await commit(basis.mark, prepared.mark, prepared.receipt, reason)
      : prepared;
  }

  async function run(fitOptions: FitOptions, reason: CompactionReason): Promise<SessionFitted> {
    open();
    running ??= compactOnce(fitOptions, reason).finally(() => {
      running = null;
    });
    const outcome = await running;
    return { view: viewOf(history(), fitOptions.tail), outcome };
  }

  async function runForRequest(
    fitOptions: FitOptions,
    reason: CompactionReason,
  ): Promise<SessionFitted> {
    const fitted = await run(fitOptions, reason);
    requestedWith = history().mark;
    return fitted;
  }

  return {
    sessionId,
    async append(messages, { turnId } = {}) {
      open();
      return await append(messages, turnId);
    },
    view() {
      open();
      return viewOf(history());
    },
    usage(request = {}) {
      open();
      return usageNow(engine, history(), request);
    },
    plan(fitOptions = {}) {
      open();
      return planCompaction(history(), engine.policy, fitOptions, {
        reason: reasonOf(fitOptions),
        estimator: engine.estimator,
      });
    },
    fit: (fitOptions = {}) => runForRequest(fitOptions, reasonOf(fitOptions)),
    compact: (fitOptions = {}) => run(fitOptions, fitOptions.reason ?? "manual"),
    async recover(error, fitOptions = {}) {
      open();
      if (!isContextOverflow(error)) {
        const view = viewOf(history(), fitOptions.tail);
        return { retry: false, view, outcome: { type: "unchanged", why: "not-an-overflow" } };
      }
      const fitted = await runForRequest(fitOptions, "overflow");
      return { ...fitted, retry: fitted.outcome.type === "compacted" };
    },
    async refresh() {
      open();
      await writer.refresh();
    },
    async [Symbol.asyncDispose]() {
      closed = true;
      await running?.catch(() => undefined);
    },
  };
}
