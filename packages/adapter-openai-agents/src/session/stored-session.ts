import type { CompactionOptions } from "@cutpoint/host-kit";
import type { SessionOptions } from "@cutpoint/session";
import type { SessionHistoryRewriteArgs, SessionHistoryTransactionArgs } from "@openai/agents-core";
import pLimit from "p-limit";
import { withDefaults } from "../model/compactor-defaults.ts";
import type { SessionRequest, StoredSession } from "./compacting-session.ts";
import { mutationChange, transactionChange } from "./history-changes.ts";
import { createLogCompactor } from "./log-compactor.ts";
import { createRunScope } from "./run-scope.ts";
import { createSessionLog } from "./session-log.ts";
import { createSessionMethods } from "./session-methods.ts";
import { visibleItems } from "./visible-items.ts";

export type StoredSessionOptions = Omit<SessionOptions, "summarizer"> &
  Pick<CompactionOptions, "summarizer"> & {
    /** Other content of the requests, for the trigger. Default: none. */
    readonly request?: SessionRequest;
  };

/** Creates a session over a store of Cutpoint; see `createCompactingSession`. */
export function createStoredSession(options: StoredSessionOptions): StoredSession {
  const { sessionId, request = {} } = options;
  const scope = createRunScope(() => sessionId, options.onEvent);
  const log = createSessionLog({ ...withDefaults(options), onEvent: scope.emit });
  const inOrder = pLimit(1);
  const open: StoredSession["session"] = () => inOrder(log.open);
  const readVisible = async (): ReturnType<StoredSession["getItems"]> =>
    visibleItems(await log.history());
  const items = {
    ...log,
    ...createLogCompactor({ history: log.history, open }, request, scope.emit),
    sessionId: async () => sessionId,
    visibleItems: readVisible,
    runItems: readVisible,
    hasPolicy: options.policy !== undefined,
  };
  return createSessionMethods(items, {
    inOrder,
    scope,
    extraMethods: {
      session: open,
      replaceHistoryWithCompaction: (replacement: Parameters<typeof log.append>[0]) =>
        inOrder(() => log.append(replacement, undefined)),
      applyHistoryTransaction: async (args: SessionHistoryTransactionArgs) => {
        const change = transactionChange(args);
        await inOrder(() => log.change(change));
      },
      applyHistoryMutations: (args: SessionHistoryRewriteArgs) =>
        inOrder(() => log.change(mutationChange(args))),
      [Symbol.asyncDispose]: () => inOrder(log.close),
    },
  });
}
