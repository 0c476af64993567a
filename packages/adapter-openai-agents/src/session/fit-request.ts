import { CutpointError, isCutpointError } from "@cutpoint/core";
import type { ModelRequest } from "@openai/agents-core";
import type { ExtraUsage } from "../model/extra-usage.ts";
import { extraUsageOf } from "../model/compacted-call.ts";
import { fitOptions, isHeldByServer } from "../model/request-facts.ts";
import type { RequestLog } from "./item-log.ts";
import type { RunRecorder } from "./run-recorder.ts";
import type { RunScope } from "./run-scope.ts";

/** A request as it is to be sent, and what its compaction took. */
export type FittedRequest = {
  readonly request: ModelRequest;
  readonly extraUsage: readonly ExtraUsage[];
};

/**
 * Keeps a request of a session's run within the window, in the session's own log: what is compacted in the middle of a
 * run stays so for the runs after it. A request that needs nothing is given back as it is, and so is one that cannot be
 * compacted, which is told.
 */
export async function fittedRequest(
  request: ModelRequest,
  model: string | undefined,
  {
    log,
    recorder,
    scope,
  }: { readonly log: RequestLog; readonly recorder: RunRecorder; readonly scope: RunScope },
): Promise<FittedRequest> {
  const asIs = { request, extraUsage: [] };
  const { input } = request;
  const before =
    typeof input === "string" || isHeldByServer(request) ? null : recorder.sending(input);
  if (before === null) return asIs;
  try {
    const outcome = await log.fit(before.tail, fitOptions(request, model));
    const extraUsage = extraUsageOf(outcome);
    if (outcome.type === "compacted") recorder.compacted();
    else if (!before.isCompacted) return { request, extraUsage };
    return { request: { ...request, input: [...(await log.items()), ...before.tail] }, extraUsage };
  } catch (cause) {
    const error = isCutpointError(cause)
      ? cause
      : new CutpointError("store-failed", "the session could not be compacted", { cause });
    const message = `Auto-compaction failed: ${error.message}`;
    scope.emit({ type: "failed", reason: "threshold", willRetry: false, error, message });
    return asIs;
  }
}
