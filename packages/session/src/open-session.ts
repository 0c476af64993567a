import { CutpointError } from "@cutpoint/core";
import { invalidInput, resolveOptions, usageNow } from "@cutpoint/core/kit";
import { createAppendMethods } from "./append.ts";
import { createBranchMethods } from "./branches/navigate.ts";
import { createCompactMethods } from "./compact.ts";
import type { SessionContext } from "./context.ts";
import { createPinMethods } from "./pins.ts";
import { createRetention, KEEP_EVERYTHING } from "./retention/retention.ts";
import { createRevertMethods } from "./revert.ts";
import { createRunner } from "./runner.ts";
import { searchSession } from "./search/search-session.ts";
import type { Session, SessionOptions } from "./session.ts";
import { beginSubAgent, createParentLink, subAgentPolicy } from "./sub-agent.ts";
import { openWriter } from "./writer.ts";

/**
 * Opens a conversation that is kept in a store, reading no more of its log than the view needs.
 *
 * @throws `corrupt-log`, `unsupported-version`, `duplicate-id` for a log that cannot be trusted; whatever the store
 * throws
 */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { interrupt, store, sessionId } = options;
  const { now = Date.now, newId = () => crypto.randomUUID() } = options;
  if (typeof sessionId !== "string" || sessionId === "")
    throw invalidInput("sessionId", sessionId, "it should be a text that is not empty");
  const retention =
    options.retention === "since-last-summary"
      ? createRetention(store, sessionId)
      : KEEP_EVERYTHING;
  const parent = options.parent === undefined ? null : createParentLink(options.parent, sessionId);
  const { policy } = options;
  const engine = resolveOptions(
    parent === null ? options : { ...options, policy: subAgentPolicy(policy) },
  );
  const writer = await openWriter(store, sessionId, engine.estimator);
  let isClosed = false;

  const context: SessionContext = {
    engine,
    store,
    sessionId,
    writer,
    scope: { sessionId, ...(parent === null ? {} : { parentSessionId: parent.sessionId }) },
    newEntryFields: () => ({ id: newId(), at: now() }),
    currentLog() {
      if (isClosed) throw new CutpointError("closed", `session ${sessionId} is closed`);
      return writer.state();
    },
  };
  const { currentLog } = context;
  const runner = createRunner(context);
  const { append, endTurn, branchChanged, requestBuilt } = createAppendMethods(
    context,
    retention,
    options.repeatedReads,
  );

  if (parent !== null) await beginSubAgent(context, parent);
  return {
    sessionId,
    append,
    endTurn,
    view: () => currentLog().viewing.view(),
    usage: (request = {}) => usageNow(engine, currentLog().meter(), request),
    ...createCompactMethods({ ...context, runner, interrupt, requestBuilt, parent }),
    ...createRevertMethods(context),
    ...createBranchMethods({ ...context, runner, settings: options, branchChanged }),
    ...createPinMethods(context),
    async search(query, searchOptions) {
      currentLog();
      return searchSession(store, sessionId, query, searchOptions);
    },
    async refresh() {
      currentLog();
      await writer.refresh();
    },
    async [Symbol.asyncDispose]() {
      if (isClosed) return;
      isClosed = true;
      runner.abort();
      await runner.idle();
      await retention.close();
      await parent?.end();
    },
  };
}
