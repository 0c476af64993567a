import { viewOf } from "@cutpoint/core";
import type { SessionOptions } from "@cutpoint/session";
import type { SessionHistoryRewriteArgs, SessionHistoryTransactionArgs } from "@openai/agents-core";
import pLimit from "p-limit";
import { withDefaults } from "../model/agents-compactor.ts";
import type { SessionRequest, StoredSession } from "./compacting-session.ts";
import { mutationChange, transactionChange } from "./history-changes.ts";
import type { ItemLog } from "./item-log.ts";
import { newestUsage } from "./newest-usage.ts";
import { createRunScope } from "./run-scope.ts";
import { createSessionLog } from "./session-log.ts";
import { createSessionMethods } from "./session-methods.ts";
import { visibleItems, viewItems } from "./visible-items.ts";

export type StoredSessionOptions = Omit<SessionOptions, "summarizer"> & {
  /** See `withCompaction`. Default: `createExtractiveSummarizer()`. */
  readonly summarizer?: SessionOptions["summarizer"];
  /** Other content of the requests, for the trigger. Default: none. */
  readonly request?: SessionRequest;
};

/** Creates a session over a store of Cutpoint; see `createCompactingSession`. */
export function createStoredSession(options: StoredSessionOptions): StoredSession {
  const { sessionId, request = {} } = options;
  const scope = createRunScope(() => sessionId, options.onEvent);
  const log = createSessionLog({ ...withDefaults(options), onEvent: scope.emit });
  const inOrder = pLimit(1);

  const items: ItemLog = {
    sessionId: async () => sessionId,
    visibleItems: async () => visibleItems(await log.history()),
    allItems: log.allItems,
    append: (added, context, usageOf = () => undefined) =>
      log.append(added, (item) =>
        item === added.at(-1) ? (newestUsage(context) ?? usageOf(item)) : usageOf(item),
      ),
    pop: log.pop,
    clear: log.remove,
    interrupt: log.abort,
    async compact(force) {
      const session = await inOrder(log.open);
      await session.refresh();
      const { outcome } = await session.fit({ ...request, force, moment: "after-answer" });
      return outcome;
    },
    requests: {
      hasPolicy: options.policy !== undefined,
      request,
      open: async () => inOrder(log.open),
      async items() {
        const history = await log.history();
        return viewItems(history, viewOf(history));
      },
    },
  };
  return createSessionMethods(items, {
    inOrder,
    scope,
    extraMethods: {
      session: () => inOrder(log.open),
      replaceHistoryWithCompaction: (replacement: Parameters<typeof log.append>[0]) =>
        inOrder(() => log.append(replacement)),
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
