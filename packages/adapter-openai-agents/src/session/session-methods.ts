import type { AgentInputItem, RunContext } from "@openai/agents-core";
import type { LimitFunction } from "p-limit";
import { fromAgentItems } from "../items/convert.ts";
import type { CompactingSession } from "./compacting-session.ts";
import type { ItemLog } from "./item-log.ts";
import { compactAfterRun } from "./compact-after-run.ts";
import { registerRunLog } from "./run-log.ts";
import type { RunRecorder } from "./run-recorder.ts";
import type { RunScope } from "./run-scope.ts";
import { newestUnitsStart } from "./whole-units.ts";

/** The maximum number of runs that notice removed items. */
const MAX_RECORDERS = 64;

/**
 * Creates the methods of a session over a log.
 *
 * They run in the order of their calls. Items can be added during a compaction.
 */
export function createSessionMethods<Extra extends object>(
  log: ItemLog,
  {
    inOrder,
    scope,
    extraMethods,
  }: { readonly inOrder: LimitFunction; readonly scope: RunScope; readonly extraMethods: Extra },
): CompactingSession & Extra {
  const recorders = new Set<RunRecorder>();
  const removed = (item?: AgentInputItem): void => {
    for (const recorder of recorders) recorder.onRemove(item);
  };
  const enter = (read: ItemLog["runItems"], context: RunContext | undefined) =>
    inOrder(() => {
      if (context !== undefined) scope.enter(context);
      return read(context);
    });
  const session: CompactingSession & Extra = {
    ...extraMethods,
    acceptsRunContext: true,
    getSessionId: log.sessionId,
    getItems: (limit, context) =>
      limit === undefined
        ? enter(log.visibleItems, context)
        : inOrder(async () => {
            const items = await log.visibleItems(context);
            return items.slice(newestUnitsStart(fromAgentItems(items), limit));
          }),
    getAllItems: () => inOrder(log.allItems),
    addItems: (items, context) => inOrder(() => log.append(items, context)),
    popItem(context) {
      log.interrupt();
      return inOrder(async () => {
        const item = await log.pop(context);
        if (item !== undefined) removed(item);
        return item;
      });
    },
    clearSession(context) {
      log.interrupt();
      return inOrder(async () => {
        removed();
        await log.clear(context);
      });
    },
    runCompaction: ({ force = false } = {}, context) =>
      compactAfterRun(() => log.compact(force, context), scope.emit),
  };
  registerRunLog({
    ...log,
    session,
    inOrder,
    emit: scope.emit,
    readForRun: (context) => enter(log.runItems, context),
    track(recorder) {
      recorders.add(recorder);
      for (const oldest of recorders) if (recorders.size > MAX_RECORDERS) recorders.delete(oldest);
    },
  });
  return session;
}
