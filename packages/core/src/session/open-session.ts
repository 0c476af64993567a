import { usageNow } from "../compactor/create-compactor.ts";
import { createEngine } from "../compactor/engine.ts";
import { CutpointError, invalidInput } from "../model/error.ts";
import { compacting } from "./compacting.ts";
import { holding } from "./holding.ts";
import { navigating } from "./navigate.ts";
import type { SessionParts } from "./parts.ts";
import { createRetention, KEEP_EVERYTHING } from "./retention.ts";
import { createRunner } from "./runner.ts";
import { saying } from "./saying.ts";
import { searchSession } from "./search-session.ts";
import type { Session, SessionOptions } from "./session.ts";
import { beginSubAgent, parentTie, subAgentPolicy } from "./sub-agent.ts";
import { turningBack } from "./turning-back.ts";
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
  const parent = options.parent === undefined ? null : parentTie(options.parent, sessionId);
  const { policy } = options;
  const engine = createEngine(
    parent === null ? options : { ...options, policy: subAgentPolicy(policy) },
  );
  const writer = await openWriter(store, sessionId, engine.estimator);
  let isClosed = false;

  const parts: SessionParts = {
    engine,
    store,
    sessionId,
    writer,
    scope: { sessionId, ...(parent === null ? {} : { parentSessionId: parent.sessionId }) },
    link: () => ({ id: newId(), at: now() }),
    open() {
      if (isClosed) throw new CutpointError("closed", `session ${sessionId} is closed`);
      return writer.state();
    },
  };
  const { open } = parts;
  const runner = createRunner(parts);
  const { append, endTurn, left, requested } = saying(parts, retention, options.repeatedReads);

  if (parent !== null) await beginSubAgent(parts, parent);
  return {
    sessionId,
    append,
    endTurn,
    view: () => open().viewing.view(),
    usage: (request = {}) => usageNow(engine, open().meter(), request),
    ...compacting({ ...parts, runner, interrupt, requested, parent }),
    ...turningBack(parts),
    ...navigating({ ...parts, runner, settings: options, left }),
    ...holding(parts),
    async search(query, searchOptions) {
      open();
      return searchSession(store, sessionId, query, searchOptions);
    },
    async refresh() {
      open();
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
