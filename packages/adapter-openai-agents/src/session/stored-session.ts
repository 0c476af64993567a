import type { SessionOptions } from "@cutpoint/core";
import pLimit from "p-limit";
import type { SessionRequest, StoredSession } from "./compacting-session.ts";
import { quietCompaction } from "./quiet-compaction.ts";
import { bindRecorder } from "./recording.ts";
import { createSessionLog } from "./session-log.ts";
import { newestItems, shownItems } from "./shown-items.ts";

export type StoredSessionOptions = SessionOptions & {
  /** What is on the wire beside the items, so that the trigger counts it. */
  readonly request?: SessionRequest;
};

/** A session over one of Cutpoint's stores; see `createCompactingSession`. */
export function createStoredSession(options: StoredSessionOptions): StoredSession {
  const { sessionId, request = {}, onEvent } = options;
  const log = createSessionLog(options);
  const inOrder = pLimit(1);

  const stored: StoredSession = {
    acceptsRunContext: true,
    session: () => inOrder(log.open),
    getSessionId: async () => sessionId,
    getItems: (limit, runContext) =>
      inOrder(async () => {
        const items = shownItems(await log.history());
        if (runContext !== undefined && limit === undefined) recorder.began(runContext, items);
        return newestItems(items, limit);
      }),
    getAllItems: () => inOrder(log.everything),
    addItems: (items, runContext) =>
      inOrder(async () => {
        const fresh = recorder.unwritten(runContext, items);
        await log.append(fresh.items);
        fresh.written();
      }),
    replaceHistoryWithCompaction: (items) => inOrder(() => log.append(items)),
    popItem() {
      log.abort();
      return inOrder(async () => {
        const item = await log.pop();
        if (item !== undefined) recorder.forget(item);
        return item;
      });
    },
    clearSession() {
      log.abort();
      return inOrder(async () => {
        recorder.forget();
        await log.remove();
      });
    },
    runCompaction: ({ force = false } = {}) =>
      quietCompaction(async () => {
        const session = await inOrder(log.open);
        await session.refresh();
        const { outcome } = await session.fit({ ...request, force, moment: "after-answer" });
        return outcome;
      }, options),
    [Symbol.asyncDispose]: () => inOrder(log.close),
  };
  const recorder = bindRecorder(stored, {
    sessionId,
    onEvent,
    write: (fresh) =>
      inOrder(async () => {
        const { items, written } = fresh() ?? { items: [], written: () => undefined };
        await log.append(items);
        written();
      }),
  });
  return stored;
}
