import type { FitOutcome } from "@cutpoint/core";
import type { AgentInputItem, ModelRequest } from "@openai/agents-core";
import { fromAgentItems } from "../items/convert.ts";
import type { CompactedCall } from "../model/compacted-call.ts";
import {
  addExtraUsage,
  type ExtraUsage,
  extraUsageOf,
  overflowUsage,
} from "../model/extra-usage.ts";
import { readFailure } from "../model/incomplete-answer.ts";
import { detachAttempt, fitOptions, usesServerContext } from "../model/request-facts.ts";
import { failedCompaction } from "./compact-after-run.ts";
import type { RunLog } from "./run-log.ts";

/** The place of a request in its run. */
type RequestPlace = {
  readonly model: string | undefined;
  /** The items of the request that are not in the log. */
  readonly tail: readonly AgentInputItem[];
  /** Returns whether the log was compacted since the run has read it. */
  readonly isCompacted: () => boolean;
};

/**
 * Compacts a request in the log if needed, so that later runs use the same compaction.
 *
 * @returns `null` if the log cannot compact it. A failure is reported.
 * @throws the abort reason if the request's signal is aborted
 */
export async function compactInLog(
  { compactions, emit, requests }: RunLog,
  request: ModelRequest,
  { isCompacted, model, tail }: RequestPlace,
): Promise<CompactedCall | null> {
  if (requests === undefined || usesServerContext(request)) return null;
  const own = fitOptions(request, model);
  const options = { ...requests.request, ...own, tail: fromAgentItems(tail) };
  try {
    const session = await requests.open();
    const { outcome } = await session.fit(options);
    return await createCall(session, outcome, []);
  } catch (cause) {
    request.signal?.throwIfAborted();
    emit(failedCompaction(cause));
    return null;
  }

  type LogSession = Awaited<ReturnType<NonNullable<typeof requests>["open"]>>;

  /** @param earlier the usage of a refused attempt and its compaction; a second attempt has some */
  async function createCall(
    session: LogSession,
    outcome: FitOutcome,
    earlier: readonly ExtraUsage[],
  ): Promise<CompactedCall> {
    request.signal?.throwIfAborted();
    if (outcome.type === "compacted") compactions.count += 1;
    const extraUsage = [...earlier, ...extraUsageOf(outcome)];
    const attempt = detachAttempt(request);
    const items = isCompacted() ? await requests?.items() : undefined;
    return {
      request: items === undefined ? attempt : { ...attempt, input: [...items, ...tail] },
      async retryAfter(failure, reported) {
        if (earlier.length > 0) return null;
        const error = readFailure(failure, request, {
          reported,
          fullness: () => session.usage(options),
        });
        const recovered = await session.recover(error, options);
        if (!recovered.retry) return null;
        return createCall(session, recovered.outcome, [...extraUsage, overflowUsage(reported)]);
      },
      recordAnswer: async ({ usage }) => addExtraUsage(usage, extraUsage),
    };
  }
}
