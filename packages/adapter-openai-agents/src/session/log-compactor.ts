import { type FitOutcome, viewOf } from "@cutpoint/core";
import type { Session as CutpointSession } from "@cutpoint/session";
import { fromAgentItems } from "../items/convert.ts";
import type { FittedInput } from "../model/compacted-call.ts";
import { fitOptions } from "../model/request-facts.ts";
import { failedCompaction } from "./compact-after-run.ts";
import type { SessionRequest } from "./compacting-session.ts";
import type { ItemLog } from "./item-log.ts";
import type { RunScope } from "./run-scope.ts";
import type { SessionLog } from "./session-log.ts";
import { viewItems } from "./visible-items.ts";

/** Compacts a log after its runs, and before their requests. */
export function createLogCompactor(
  { history, open }: Pick<SessionLog, "history" | "open">,
  sessionRequest: SessionRequest,
  emit: RunScope["emit"],
): Pick<ItemLog, "compact" | "compactions" | "fit"> {
  /** The number of changes of the view, also by previews of large results. */
  let compactions = 0;
  let shown = 0;
  const count = async (outcome: FitOutcome): Promise<void> => {
    const replaced = Object.keys((await history()).state?.replacements ?? {}).length;
    if (outcome.type === "compacted" || replaced > shown) compactions += 1;
    shown = replaced;
  };
  return {
    compactions: () => compactions,
    async compact(force) {
      const session = await open();
      await session.refresh();
      const { outcome } = await session.fit({ ...sessionRequest, force, moment: "after-answer" });
      await count(outcome);
      return outcome;
    },
    async fit(request, { compactions: before, isRecorded, model, pending }) {
      if (!isRecorded) return null;
      const tail = pending();
      const options = {
        ...sessionRequest,
        ...fitOptions(request, model),
        tail: fromAgentItems(tail),
      };
      try {
        const session = await open();
        const { outcome } = await session.fit(options);
        return await fitted(session, outcome);
      } catch (cause) {
        request.signal?.throwIfAborted();
        emit(failedCompaction(cause));
        return null;
      }

      async function fitted(session: CutpointSession, outcome: FitOutcome): Promise<FittedInput> {
        request.signal?.throwIfAborted();
        await count(outcome);
        const now = compactions > before ? await history() : null;
        return {
          messages: now === null ? null : [...viewItems(now, viewOf(now)), ...tail],
          kept: null,
          outcome,
          usage: () => session.usage(options),
          async retryAfter(failure) {
            const recovered = await session.recover(failure, options);
            return recovered.retry ? fitted(session, recovered.outcome) : null;
          },
          recordUsage: () => undefined,
        };
      }
    },
  };
}
