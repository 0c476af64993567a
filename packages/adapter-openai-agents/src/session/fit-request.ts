import { CutpointError, isCutpointError } from "@cutpoint/core";
import type { ModelRequest } from "@openai/agents-core";
import type { ExtraUsage } from "../model/extra-usage.ts";
import { extraUsageOf } from "../model/compacted-call.ts";
import { fitOptions, usesServerContext } from "../model/request-facts.ts";
import type { RequestLog } from "./item-log.ts";
import type { RunRecorder } from "./run-recorder.ts";
import type { RunScope } from "./run-scope.ts";

/** A request that fits the window, and the usage of its compaction. */
export type FittedRequest = {
  readonly request: ModelRequest;
  readonly extraUsage: readonly ExtraUsage[];
};

/**
 * Compacts a request of a session's run in the session's log, so later runs use the same compaction.
 *
 * Returns the original request if no compaction is needed. If a compaction fails, that is reported, and the original
 * request is returned.
 */
export async function fitRequest(
  request: ModelRequest,
  model: string | undefined,
  {
    log,
    recorder,
    scope,
  }: { readonly log: RequestLog; readonly recorder: RunRecorder; readonly scope: RunScope },
): Promise<FittedRequest> {
  const unchanged = { request, extraUsage: [] };
  const { input } = request;
  const pending =
    typeof input === "string" || usesServerContext(request) ? null : recorder.pendingTail(input);
  if (pending === null) return unchanged;
  try {
    const outcome = await log.fit(pending.tail, fitOptions(request, model));
    const extraUsage = extraUsageOf(outcome);
    if (outcome.type === "compacted") recorder.onCompaction();
    else if (!pending.isCompacted) return { request, extraUsage };
    return {
      request: { ...request, input: [...(await log.items()), ...pending.tail] },
      extraUsage,
    };
  } catch (cause) {
    const error = isCutpointError(cause)
      ? cause
      : new CutpointError("store-failed", "the session could not be compacted", { cause });
    const message = `Auto-compaction failed: ${error.message}`;
    scope.emit({ type: "failed", reason: "threshold", willRetry: false, error, message });
    return unchanged;
  }
}
