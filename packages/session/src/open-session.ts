import { createCompactor, CutpointError } from "@cutpoint/core";
import { invalidInput, isRecord } from "@cutpoint/core/kit";
import { createListeners } from "@cutpoint/core/session";
import { createAppendMethods } from "./append.ts";
import { createBranchMethods } from "./branches/navigate.ts";
import { createCompactMethods } from "./compact.ts";
import { createTailMethods } from "./branches/replace-tail.ts";
import type { SessionContext } from "./context.ts";
import { readPath } from "./log/read-path.ts";
import { createPinMethods } from "./pins.ts";
import { createEviction, evictCompacted } from "./retention/evict.ts";
import { createRevertMethods } from "./revert.ts";
import { createRuleMethods } from "./rules.ts";
import { createRunner } from "./runner.ts";
import { findResultIn } from "./search/recall-sources.ts";
import { searchSession } from "./search/search-session.ts";
import type { Session, SessionEvent, SessionOptions } from "./session.ts";
import { endSubAgent, startSubAgent, subAgentPolicy } from "./sub-agent.ts";
import { openWriter } from "./writer.ts";

/**
 * Opens a session. Reads only the part of the log that the view needs.
 *
 * @throws `invalid-input` if an option is invalid; `corrupt-log`, `unsupported-version` or `duplicate-id` if the log
 *   cannot be read; the errors of the store
 */
export async function openSession(options: SessionOptions): Promise<Session> {
  assertOptions(options);
  const { parent, store, sessionId, now = Date.now, newId = () => crypto.randomUUID() } = options;
  const isEvicting = options.retention === "since-last-summary";
  const evict = isEvicting ? createEviction(store, sessionId) : undefined;
  const ids = { sessionId, ...(parent === undefined ? {} : { parentSessionId: parent.sessionId }) };
  const listeners = createListeners<SessionEvent>(options.onEvent);
  const emit: SessionContext["emit"] = (event) => listeners.emit({ ...event, ...ids });
  const closed = new AbortController();
  const compactor = createCompactor({
    ...options,
    ...backgroundUntil(closed.signal, options),
    ...(parent === undefined ? {} : { policy: subAgentPolicy(options.policy) }),
    onEvent: emit,
  });
  const writer = await openWriter(store, sessionId);
  const runner = createRunner();
  let isClosed = false;

  const context: SessionContext = {
    options,
    compactor,
    store,
    sessionId,
    writer,
    runner,
    emit,
    newEntryFields: () => ({ id: newId(), at: now() }),
    currentLog() {
      if (isClosed) throw new CutpointError("closed", `session ${sessionId} is closed`);
      return writer.state();
    },
  };
  const { currentLog } = context;
  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    try {
      await writeAnnounced();
    } finally {
      isClosed = true;
      closed.abort();
      runner.abort();
      await runner.idle();
      if (isEvicting) await evictCompacted(store, sessionId);
      if (parent !== undefined) await endSubAgent(context, parent);
    }
  }

  const { append, branchChanged, endTurn, requestBuilt, writeAnnounced } = createAppendMethods(
    context,
    evict,
  );
  if (parent !== undefined) await startSubAgent(context, parent);
  return {
    sessionId,
    subscribe: listeners.subscribe,
    append,
    endTurn,
    view: () => currentLog().view(),
    ...createCompactMethods(context, requestBuilt),
    ...createRevertMethods(context),
    ...createBranchMethods(context, branchChanged),
    ...createTailMethods(context, branchChanged),
    ...createPinMethods(context),
    ...createRuleMethods(context),
    async search(query, searchOptions) {
      currentLog();
      return searchSession(store, sessionId, query, searchOptions);
    },
    async findResult(callId) {
      const { head } = currentLog();
      return findResultIn(readPath(store, sessionId, head), callId);
    },
    async refresh() {
      currentLog();
      await writer.refresh();
    },
    [Symbol.asyncDispose]: async () => (closing ??= close()),
  };
}

function assertOptions(options: unknown): void {
  if (!isRecord(options)) throw invalidInput("options", options, "expected an object");
  const { parent, sessionId, store } = options;
  if (typeof sessionId !== "string" || sessionId === "")
    throw invalidInput("sessionId", sessionId, "expected a non-empty string");
  if (!isRecord(store) || typeof store["append"] !== "function")
    throw invalidInput("store", store, "expected a session store");
  const { branchSummary = {}, retention = "everything" } = options;
  if (retention !== "everything" && retention !== "since-last-summary")
    throw invalidInput("retention", retention, 'expected "everything" or "since-last-summary"');
  if (!isRecord(branchSummary) && typeof branchSummary !== "function")
    throw invalidInput("branchSummary", branchSummary, "expected options or a function of them");
  if (isRecord(parent) && parent["sessionId"] === sessionId)
    throw invalidInput("sessionId", sessionId, "expected another id than the parent's");
}

/** Returns the option `background` of a session that ends with a signal. */
function backgroundUntil(
  closed: AbortSignal,
  { background }: SessionOptions,
): Pick<SessionOptions, "background"> {
  if (background === true) return { background: closed };
  const isSignal = background instanceof AbortSignal;
  return isSignal ? { background: AbortSignal.any([background, closed]) } : {};
}
