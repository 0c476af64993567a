import { CutpointError, type History } from "@cutpoint/core";
import { invalidInput } from "@cutpoint/core/kit";
import type { CompactionOptions, HostRequest } from "@cutpoint/host-kit";
import type { SessionEvent } from "@cutpoint/session";
import type { AgentInputItem, RunContext, Session } from "@openai/agents-core";
import pLimit from "p-limit";
import { positionedView } from "../items/host-view.ts";
import { createAgentsCompactor } from "../model/agents-compactor.ts";
import { fitOptions, inputItems } from "../model/request-facts.ts";
import type { CompactingSession, SessionRequest } from "./compacting-session.ts";
import { innerMethods, optionalMethods } from "./inner-methods.ts";
import type { ItemLog } from "./item-log.ts";
import { newestUsage } from "../model/usage.ts";
import { createRunScope } from "./run-scope.ts";
import { createSessionMethods } from "./session-methods.ts";
import { isUncompacted, sessionView } from "./visible-items.ts";

/** The states of `states` have the id of the inner session, and `clearSession` deletes them. */
export type DecoratedSessionOptions = Omit<CompactionOptions, "conversationId" | "onEvent"> & {
  /** Called for each event. Must not throw. */
  readonly onEvent?: (event: SessionEvent) => void;
  /** Stores all items. It is changed only as the host requests: by adding, popping and clearing. */
  readonly session: Session;
  /** Other content of the requests, for the trigger. Default: none. */
  readonly request?: SessionRequest;
};

/** Creates a session around another one; see `createCompactingSession`. */
export function createDecoratedSession(options: DecoratedSessionOptions): CompactingSession {
  const { session: inner, request = {}, ...compactorOptions } = options;
  assertStoresItems(inner);
  const methods = innerMethods(inner);
  const inOrder = pLimit(1);
  let sessionId: string | null = null;
  const scope = createRunScope(() => sessionId, options.onEvent);
  const compactor = createAgentsCompactor({ ...compactorOptions, onEvent: scope.emit });

  async function conversationId(): Promise<string> {
    return (sessionId ??= await inner.getSessionId());
  }

  async function readAll(context: RunContext | undefined): Promise<AgentInputItem[]> {
    await conversationId();
    return methods.getItems(context);
  }

  /** Returns a request of the conversation to read. */
  async function requestOf(
    messages: readonly AgentInputItem[],
  ): Promise<HostRequest<AgentInputItem>> {
    return { messages, conversationId: await conversationId() };
  }

  /** Records the usage of the run's last answer. */
  async function recordUsage(
    messages: readonly AgentInputItem[],
    context: RunContext | undefined,
  ): Promise<void> {
    const usage = newestUsage(context);
    if (usage === undefined) return;
    const { items } = (await compactor.read(await requestOf(messages))).host;
    const last = items.findLast(({ message }) => message.role !== "assistant");
    const { model } = request;
    if (last !== items.at(-1))
      compactor.recordUsage(last?.id, model === undefined ? { usage } : { usage, model });
  }

  const items: ItemLog = {
    ...methods,
    async clear(context) {
      await methods.clear(context);
      await options.states?.delete(await conversationId());
    },
    sessionId: () => inner.getSessionId(),
    async visibleItems(context) {
      const stored = await readAll(context);
      const { before, host } = await compactor.read(await requestOf(stored));
      const history: History = { items: host.items, state: before?.state ?? null };
      if (isUncompacted(history)) return stored;
      const view = positionedView(sessionView(history), host, history.state);
      return view.flatMap(({ items }) => items);
    },
    runItems: readAll,
    allItems: () => methods.getItems(undefined),
    interrupt: () => undefined,
    async compact(force, context) {
      const messages = await inOrder(() => readAll(context));
      await recordUsage(messages, context);
      const options = { ...request, force, moment: "after-answer" } as const;
      return (await compactor.open({ ...(await requestOf(messages)), options })).outcome;
    },
    compactions: () => 0,
    hasPolicy: options.policy !== undefined,
    fit: async (own, { model }) =>
      compactor.open({
        ...(await requestOf(inputItems(own))),
        options: { ...request, ...fitOptions(own, model) },
      }),
  };
  return createSessionMethods(items, {
    inOrder,
    scope,
    extraMethods: optionalMethods(inner, inOrder),
  });
}

/** @throws `invalid-input` if a value is not a session, or the session compacts its items or has them on a server */
function assertStoresItems(inner: Session): void {
  if (typeof inner?.getItems !== "function")
    throw invalidInput("session", inner, "expected a session of the SDK, such as a MemorySession");
  const refuse = (why: string): never => {
    throw new CutpointError("invalid-input", `session ${why}`);
  };
  if ("runCompaction" in inner) refuse("compacts its items: pass the session that stores them");
  // The SDK does not export this symbol.
  const apiSymbol = Object.getOwnPropertySymbols(inner).find(
    ({ description }) => description === "OPENAI_SESSION_API",
  );
  if (apiSymbol !== undefined && Reflect.get(inner, apiSymbol) === "conversations")
    refuse(
      "is an OpenAIConversationsSession: its items are on the server, so they cannot be compacted here",
    );
}
