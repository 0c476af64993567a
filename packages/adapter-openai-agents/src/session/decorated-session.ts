import { CutpointError, type History } from "@cutpoint/core";
import type { SessionEvent } from "@cutpoint/session";
import type { AgentInputItem, RunContext, Session } from "@openai/agents-core";
import pLimit from "p-limit";
import { type Answered, type HostItems, hostItems, hostView } from "../items/host-items.ts";
import { createAgentsCompactor, type AgentsCompactorOptions } from "../model/agents-compactor.ts";
import { createStateStorage, createMemory, type StateStorage } from "../model/state-storage.ts";
import type { CompactingSession, SessionRequest } from "./compacting-session.ts";
import { innerVerbs, optionalVerbs } from "./inner-verbs.ts";
import type { ItemLog } from "./item-log.ts";
import { newestUsage } from "./newest-usage.ts";
import { createRunScope } from "./run-scope.ts";
import { sessionOver } from "./session-over.ts";
import { isAsSaid, sessionView } from "./shown-items.ts";

export type DecoratedSessionOptions = Omit<AgentsCompactorOptions, "onEvent"> & {
  /** Called for each event. Must not throw. */
  readonly onEvent?: (event: SessionEvent) => void;
  /** Keeps the items, all of them; it is only ever added to, popped from and cleared, as the host asks for it. */
  readonly session: Session;
  /** Where states are kept, which say what of the items is shown. Default: in memory, for this process. */
  readonly stateStorage?: StateStorage;
  /** What is on the wire beside the items, so that the trigger counts it. */
  readonly request?: SessionRequest;
};

/** Answers whose usage is remembered. */
const MOST_REPORTS = 100;

/** The items of an inner session, and what of them is shown. */
type Read = {
  readonly host: HostItems;
  readonly raw: AgentInputItem[];
  readonly history: History;
};

/** A session around another one; see `createCompactingSession`. */
export function createDecoratedSession(options: DecoratedSessionOptions): CompactingSession {
  const {
    session: inner,
    stateStorage = createStateStorage(),
    request = {},
    ...compacting
  } = options;
  assertStoresItems(inner);
  const verbs = innerVerbs(inner);
  const reports = createMemory<Answered>(MOST_REPORTS);
  const inOrder = pLimit(1);
  let sessionId: string | null = null;
  const scope = createRunScope(() => sessionId, options.onEvent);
  const compactor = createAgentsCompactor({ ...compacting, onEvent: scope.emit });

  async function read(context: RunContext | undefined): Promise<Read> {
    sessionId ??= await inner.getSessionId();
    const raw = await verbs.getItems(context);
    const host = hostItems(raw, reports.get);
    const kept = await stateStorage.find(host.items.map(({ id }) => id).toReversed());
    return { host, raw, history: { items: host.items, state: kept?.state ?? null } };
  }

  /** With what the run that has just ended took for its last answer: it measures the context. */
  async function readMeasured(context: RunContext | undefined): Promise<Read> {
    const now = await read(context);
    const { items: said } = now.history;
    const usage = newestUsage(context);
    const asked = said.findLast(({ message }) => message.role !== "assistant");
    if (usage === undefined || asked === undefined || asked === said.at(-1)) return now;
    reports.set(asked.id, { usage, model: request.model });
    return read(context);
  }

  const items: ItemLog = {
    ...verbs,
    sessionId: () => inner.getSessionId(),
    async shown(context) {
      const { history, host, raw } = await read(context);
      return isAsSaid(history) ? raw : hostView(sessionView(history), host, history.state);
    },
    everything: () => verbs.getItems(undefined),
    interrupt: () => undefined,
    async compact(force, context) {
      const { history, host } = await inOrder(() => readMeasured(context));
      const during = { ...request, force, moment: "after-answer" } as const;
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
  return sessionOver(items, { inOrder, scope, own: optionalVerbs(inner, inOrder) });
}

/** @throws `invalid-input` if the session compacts its items, or if they are on a server */
function assertStoresItems(inner: Session): void {
  if ("runCompaction" in inner)
    throw new CutpointError(
      "invalid-input",
      "session compacts its items: pass the session that stores them",
    );
  // The SDK's mark is not exported.
  const mark = Object.getOwnPropertySymbols(inner).find(
    ({ description }) => description === "OPENAI_SESSION_API",
  );
  if (mark !== undefined && Reflect.get(inner, mark) === "conversations")
    throw new CutpointError(
      "invalid-input",
      "session is an OpenAIConversationsSession: its items are on the server, so they cannot be compacted here",
    );
}
