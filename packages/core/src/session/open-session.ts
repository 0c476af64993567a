import { reasonOf } from "../compactor/create-compactor.ts";
import { createEngine, planOptions } from "../compactor/engine.ts";
import { isContextOverflow } from "../compactor/overflow/is-context-overflow.ts";
import { viewOf } from "../log/view.ts";
import { CutpointError, invalidInput } from "../model/error.ts";
import type { History, Mark } from "../model/mark.ts";
import { planCompaction } from "../plan/plan.ts";
import { windowFor } from "../plan/policy.ts";
import { usageOf } from "../tokens/usage.ts";
import { isSameMark, withMessages } from "./advance.ts";
import { messageEntries } from "./message-entries.ts";
import { createRunner } from "./runner.ts";
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
  const writer = await openWriter(store, sessionId, engine.estimator);
  const link = (): { id: string; at: number } => ({ id: newId(), at: now() });
  const runner = createRunner({ engine, writer, sessionId, link });
  let isClosed = false;
  /** The mark in force when a request was last built: the usage of an answer to an older view measures nothing. */
  let requestedWith: Mark | null | undefined;

  const requireOpen = (): void => {
    if (isClosed) throw new CutpointError("closed", `session ${sessionId} is closed`);
  };
  const history = (): History => {
    requireOpen();
    return writer.state().history;
  };

  async function forRequest(fitting: Promise<SessionFitted>): Promise<SessionFitted> {
    const fitted = await fitting;
    requestedWith = writer.state().history.mark;
    return fitted;
  }

  return {
    sessionId,
    async append(messages, { turnId } = {}) {
      const isStale = requestedWith !== undefined && !isSameMark(requestedWith, history().mark);
      const entries = messageEntries(messages, { turnId, isStale, link });
      requireOpen();
      await writer.write(({ head }) => entries.after(head), withMessages);
      return entries.ids;
    },
    view: () => viewOf(history()),
    usage(request = {}) {
      requireOpen();
      const window = windowFor(engine.policy, request, engine.catalog);
      return usageOf(writer.state().meter, request, window, engine.estimator);
    },
    plan: (fitOptions = {}) =>
      planCompaction(
        history(),
        engine.policy,
        fitOptions,
        planOptions(engine, reasonOf(fitOptions), writer.state().meter),
      ),
    async fit(fitOptions = {}) {
      requireOpen();
      return forRequest(runner.run(fitOptions, reasonOf(fitOptions)));
    },
    async compact(fitOptions = {}) {
      requireOpen();
      return runner.run(fitOptions, fitOptions.reason ?? "manual");
    },
    async recover(error, fitOptions = {}) {
      requireOpen();
      if (!isContextOverflow(error)) {
        const view = viewOf(history(), fitOptions.tail);
        return { retry: false, view, outcome: { type: "unchanged", why: "not-an-overflow" } };
      }
      const fitted = await forRequest(runner.run(fitOptions, "overflow"));
      return { ...fitted, retry: fitted.outcome.type === "compacted" };
    },
    async refresh() {
      requireOpen();
      await writer.refresh();
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await runner.idle();
    },
  };
}
