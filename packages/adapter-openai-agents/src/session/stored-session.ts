import { viewOf } from "@cutpoint/core";
import type { SessionOptions } from "@cutpoint/session";
import pLimit from "p-limit";
import { fromAgentItems } from "../items/convert.ts";
import { withDefaults } from "../model/agents-compactor.ts";
import type { SessionRequest, StoredSession } from "./compacting-session.ts";
import type { ItemLog } from "./item-log.ts";
import { newestUsage } from "./newest-usage.ts";
import { createRunScope } from "./run-scope.ts";
import { createSessionLog } from "./session-log.ts";
import { sessionOver } from "./session-over.ts";
import { shownItems, viewItems } from "./shown-items.ts";

export type StoredSessionOptions = Omit<SessionOptions, "summarizer"> & {
  /** As in `withCompaction`. Default: `createExtractiveSummarizer()`. */
  readonly summarizer?: SessionOptions["summarizer"];
  /** What is on the wire beside the items, so that the trigger counts it. */
  readonly request?: SessionRequest;
};

/** A session over one of Cutpoint's stores; see `createCompactingSession`. */
export function createStoredSession(options: StoredSessionOptions): StoredSession {
  const { sessionId, request = {} } = options;
  const scope = createRunScope(() => sessionId, options.onEvent);
  const log = createSessionLog({ ...withDefaults(options), onEvent: scope.emit });
  const inOrder = pLimit(1);

  const items: ItemLog = {
    sessionId: async () => sessionId,
    shown: async () => shownItems(await log.history()),
    everything: log.everything,
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
      async fit(tail, during) {
        const session = await inOrder(log.open);
        const options = { ...request, ...during, tail: fromAgentItems(tail) };
        return (await session.fit(options)).outcome;
      },
      async items() {
        const history = await log.history();
        return viewItems(history, viewOf(history));
      },
    },
  };
  return sessionOver(items, {
    inOrder,
    scope,
    own: {
      session: () => inOrder(log.open),
      replaceHistoryWithCompaction: (replacement: Parameters<typeof log.append>[0]) =>
        inOrder(() => log.append(replacement)),
      [Symbol.asyncDispose]: () => inOrder(log.close),
    },
  });
}
