import type { LimitFunction } from "p-limit";
import type { CompactingSession } from "./compacting-session.ts";
import type { ItemLog } from "./item-log.ts";
import { compactAfterRun } from "./compact-after-run.ts";
import { attachRecorder } from "./recording.ts";
import type { RunScope } from "./run-scope.ts";
import { newestItems } from "./visible-items.ts";

/**
 * Creates the methods of a session over a log.
 *
 * They run in the order of their calls. Items can be added during a compaction.
 *
 * @param extraMethods further methods of the session
 */
export function createSessionMethods<Extra extends object>(
  log: ItemLog,
  {
    inOrder,
    scope,
    extraMethods,
  }: { readonly inOrder: LimitFunction; readonly scope: RunScope; readonly extraMethods: Extra },
): CompactingSession & Extra {
  const session: CompactingSession & Extra = {
    ...extraMethods,
    acceptsRunContext: true,
    getSessionId: log.sessionId,
    getItems: (limit, context) =>
      inOrder(async () => {
        const items = await log.visibleItems(context);
        if (context !== undefined && limit === undefined) {
          scope.enter(context);
          recorder.onSessionRead(context, items);
        }
        return newestItems(items, limit);
      }),
    getAllItems: () => inOrder(log.allItems),
    addItems: (items, context) =>
      inOrder(async () => {
        const pending = recorder.onAddItems(context, items);
        await log.append(pending.items, context, recorder.usageOf);
        pending.confirm();
      }),
    popItem(context) {
      log.interrupt();
      return inOrder(async () => {
        const item = await log.pop(context);
        if (item !== undefined) recorder.onRemove(item);
        return item;
      });
    },
    clearSession(context) {
      log.interrupt();
      return inOrder(async () => {
        recorder.onRemove();
        await log.clear(context);
      });
    },
    runCompaction: ({ force = false } = {}, context) =>
      compactAfterRun(async () => {
        const outcome = await log.compact(force, context);
        if (outcome.type === "compacted") recorder.onCompaction();
        return outcome;
      }, scope.emit),
  };
  const recorder = attachRecorder(session, {
    scope,
    requests: log.requests,
    write: (pending) =>
      inOrder(async () => {
        const { items, confirm } = pending() ?? { items: [], confirm: () => undefined };
        await log.append(items, undefined, recorder.usageOf);
        confirm();
      }),
  });
  return session;
}
