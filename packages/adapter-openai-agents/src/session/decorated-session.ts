import { CutpointError, type History } from "@cutpoint/core";
import { createRecentMap } from "@cutpoint/host-kit";
import type { SessionEvent } from "@cutpoint/session";
import type { AgentInputItem, RunContext, Session } from "@openai/agents-core";
import pLimit from "p-limit";
import { type AnswerUsage, createItemReader, type HostItems } from "../items/host-items.ts";
import { hostView } from "../items/host-view.ts";
import { createAgentsCompactor, type AgentsCompactorOptions } from "../model/agents-compactor.ts";
import { createStateStorage, type StateStorage } from "../model/state-storage.ts";
import type { CompactingSession, SessionRequest } from "./compacting-session.ts";
import { innerMethods, optionalMethods } from "./inner-methods.ts";
import type { ItemLog } from "./item-log.ts";
import { newestUsage } from "./newest-usage.ts";
import { createRunScope } from "./run-scope.ts";
import { createSessionMethods } from "./session-methods.ts";
import { isUncompacted, sessionView } from "./visible-items.ts";

export type DecoratedSessionOptions = Omit<AgentsCompactorOptions, "onEvent"> & {
  /** Called for each event. Must not throw. */
  readonly onEvent?: (event: SessionEvent) => void;
  /** Stores all items. It is changed only as the host requests: by adding, popping and clearing. */
  readonly session: Session;
  /** Stores compaction states. Default: {@link createStateStorage}, in memory. */
  readonly stateStorage?: StateStorage;
  /** Other content of the requests, for the trigger. Default: none. */
  readonly request?: SessionRequest;
};

/** The number of answers whose usage is remembered. */
const MAX_REPORTS = 100;

/** The items of an inner session, and their history. */
type SessionSnapshot = {
  readonly host: HostItems;
  readonly raw: AgentInputItem[];
  readonly history: History;
};

/** Creates a session around another one; see `createCompactingSession`. */
export function createDecoratedSession(options: DecoratedSessionOptions): CompactingSession {
  const {
    session: inner,
    stateStorage = createStateStorage(),
    request = {},
    ...compactorOptions
  } = options;
  assertStoresItems(inner);
  const methods = innerMethods(inner);
  const reports = createRecentMap<AnswerUsage>(MAX_REPORTS);
  const readItems = createItemReader(reports.get);
  const inOrder = pLimit(1);
  let sessionId: string | null = null;
  const scope = createRunScope(() => sessionId, options.onEvent);
  const compactor = createAgentsCompactor({ ...compactorOptions, onEvent: scope.emit });

  async function read(
    context: RunContext | undefined,
    compare: "newest" | "all" = "newest",
  ): Promise<SessionSnapshot> {
    sessionId ??= await inner.getSessionId();
    const raw = await methods.getItems(context);
    const host = readItems(raw, compare);
    const stored = await stateStorage.find(host.items.map(({ id }) => id).toReversed());
    return { host, raw, history: { items: host.items, state: stored?.state ?? null } };
  }

  /** Adds the usage of the run's last answer, which measures the context. */
  async function readWithUsage(context: RunContext | undefined): Promise<SessionSnapshot> {
    const now = await read(context);
    const { items: messages } = now.history;
    const usage = newestUsage(context);
    const lastInput = messages.findLast(({ message }) => message.role !== "assistant");
    if (usage === undefined || lastInput === undefined || lastInput === messages.at(-1)) return now;
    reports.set(lastInput.id, { usage, model: request.model });
    return read(context);
  }

  const items: ItemLog = {
    ...methods,
    sessionId: () => inner.getSessionId(),
    async visibleItems(context) {
      const { history, host, raw } = await read(context);
      return isUncompacted(history) ? raw : hostView(sessionView(history), host, history.state);
    },
    allItems: () => methods.getItems(undefined),
    interrupt: () => undefined,
    async compact(force, context) {
      let { history, host } = await inOrder(() => readWithUsage(context));
      const during = { ...request, force, moment: "after-answer" } as const;
      // A summary includes old items, so all of them are compared before a compaction.
      if (compactor.needsCompaction(host, history.state, during))
        ({ history, host } = await inOrder(() => read(context, "all")));
      const { state, outcome } = await compactor.fit(host, history.state, during);
      const last = host.items.at(-1)?.id;
      if (state !== null && state !== history.state && last !== undefined) {
        const { compactedThrough } = state;
        await stateStorage.save(compactedThrough === null ? [last] : [compactedThrough, last], {
          state,
        });
      }
      return outcome;
    },
  };
  return createSessionMethods(items, {
    inOrder,
    scope,
    extraMethods: optionalMethods(inner, inOrder),
  });
}

/** @throws `invalid-input` if the session compacts its items, or if they are on a server */
function assertStoresItems(inner: Session): void {
  if ("runCompaction" in inner)
    throw new CutpointError(
      "invalid-input",
      "session compacts its items: pass the session that stores them",
    );
  // The SDK does not export this symbol.
  const apiSymbol = Object.getOwnPropertySymbols(inner).find(
    ({ description }) => description === "OPENAI_SESSION_API",
  );
  if (apiSymbol !== undefined && Reflect.get(inner, apiSymbol) === "conversations")
    throw new CutpointError(
      "invalid-input",
      "session is an OpenAIConversationsSession: its items are on the server, so they cannot be compacted here",
    );
}
