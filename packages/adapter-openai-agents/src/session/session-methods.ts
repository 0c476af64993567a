import type { LimitFunction } from "p-limit";
import type { CompactingSession } from "./compacting-session.ts";
import type { ItemLog } from "./item-log.ts";
import { compactAfterRun } from "./compact-after-run.ts";
import { bindRecorder } from "./recording.ts";
import type { RunScope } from "./run-scope.ts";
import { newestItems } from "./shown-items.ts";

/**
 * The verbs of a session over a log, in the order of their calls, but for a compaction, during which items may be added.
 *
 * @param own further verbs
 */
export function sessionOver<Own extends object>(
  log: ItemLog,
  {
    inOrder,
    scope,
    own,
  }: { readonly inOrder: LimitFunction; readonly scope: RunScope; readonly own: Own },
): CompactingSession & Own {
  const session: CompactingSession & Own = {
    ...own,
    acceptsRunContext: true,
    getSessionId: log.sessionId,
    getItems: (limit, context) =>
      inOrder(async () => {
        const items = await log.shown(context);
        if (context !== undefined && limit === undefined) {
          scope.enter(context);
          recorder.began(context, items);
        }
        return newestItems(items, limit);
      }),
    getAllItems: () => inOrder(log.everything),
    addItems: (items, context) =>
      inOrder(async () => {
        const fresh = recorder.unwritten(context, items);
        await log.append(fresh.items, context, recorder.usageOf);
        fresh.written();
      }),
    popItem(context) {
      log.interrupt();
      return inOrder(async () => {
        const item = await log.pop(context);
        if (item !== undefined) recorder.forget(item);
        return item;
      });
    },
    clearSession(context) {
      log.interrupt();
      return inOrder(async () => {
        recorder.forget();
        await log.clear(context);
      });
    },
    runCompaction: ({ force = false } = {}, context) =>
      compactAfterRun(async () => {
        const outcome = await log.compact(force, context);
        if (outcome.type === "compacted") recorder.compacted();
        return outcome;
      }, scope.emit),
  };
  const recorder = bindRecorder(session, {
    scope,
    requests: log.requests,
    write: (fresh) =>
      inOrder(async () => {
        const { items, written } = fresh() ?? { items: [], written: () => undefined };
        await log.append(items, undefined, recorder.usageOf);
        written();
      }),
  });
  return session;
}
