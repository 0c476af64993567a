import { type Request, tailOf } from "../message/request.ts";
import type { Calibration } from "../message/state.ts";
import type { View } from "../view/view.ts";
import type { TokenEstimator } from "./estimator.ts";
import type { Meter } from "./meter.ts";
import type { Window, WindowSource } from "./window.ts";

/** What two views begin with alike, in whole messages: the estimate of it. */
export function commonPrefix(before: View, after: View, estimator: TokenEstimator): number {
  let tokens = 0;
  for (const [index, message] of after.messages.entries()) {
    const old = before.messages[index];
    if (old !== message && JSON.stringify(old) !== JSON.stringify(message)) break;
    tokens += estimator.estimate(message);
  }
  return tokens;
}

/** How full the context is, in tokens; what is not known is `null`, never 0. */
export type ContextUsage = {
  /** All that the next request will hold, tools and system text included. */
  readonly tokens: number;
  /** What the provider reported with the newest answer that still measures this context. */
  readonly reportedTokens: number | null;
  /** What came after that answer; everything where there is none. */
  readonly trailingTokens: number;
  /**
   * What `tokens` stands on: a report and the estimate of what came after it; the estimate, corrected by what earlier
   * reports taught; the estimate alone.
   */
  readonly source: "reported" | "calibrated" | "estimated";
  /** The model's window. */
  readonly windowTokens: number | null;
  /** What is used of it: the smaller of the window and the policy's `workingWindowTokens`. */
  readonly workingWindowTokens: number | null;
  /** Who named the window; `null` where nobody did, and compaction waits for an overflow. */
  readonly windowSource: WindowSource | null;
  readonly calibration: Calibration | null;
};

/** The estimate of what a request holds beside its view: system text and tools. */
export function overheadTokens(request: Request, estimator: TokenEstimator): number {
  const system = request.system === undefined ? 0 : estimator.estimateText(request.system);
  const tools =
    request.tools === undefined ? 0 : estimator.estimateText(JSON.stringify(request.tools) ?? "");
  return system + tools;
}

/** The estimate of messages that come with a request only. */
export function tailTokens(request: Request, estimator: TokenEstimator): number {
  return tailOf(request).reduce((sum, message) => sum + estimator.estimate(message), 0);
}

/** The estimate of a view. */
export function viewTokens(view: View, estimator: TokenEstimator): number {
  return view.messages.reduce((sum, message) => sum + estimator.estimate(message), 0);
}

/**
 * How full the context is: what the provider reported with the newest answer that still measures it, plus the
 * calibrated estimate of what came after; the calibrated estimate of everything where there is no such answer.
 */
export function usageOf(
  meter: Meter,
  request: Request,
  window: Window,
  estimator: TokenEstimator,
): ContextUsage {
  const anchor = meter.anchorFor(request.model);
  const calibration = meter.calibrationFor(request.model);
  const tail = tailTokens(request, estimator);
  const { tokens: windowTokens, source: windowSource, workingTokens: workingWindowTokens } = window;
  if (anchor !== null) {
    const trailing = meter.viewTokens() - anchor.estimatedTokens + tail;
    const trailingTokens = Math.ceil(trailing * (calibration?.ratio ?? 1));
    return {
      tokens: anchor.reportedTokens + trailingTokens,
      reportedTokens: anchor.reportedTokens,
      trailingTokens,
      source: "reported",
      windowTokens,
      workingWindowTokens,
      windowSource,
      calibration,
    };
  }
  const view = meter.viewTokens() + tail;
  const tokens = Math.ceil(wireTokens(view, overheadTokens(request, estimator), calibration));
  const source = calibration === null ? "estimated" : "calibrated";
  return {
    tokens,
    reportedTokens: null,
    trailingTokens: tokens,
    source,
    windowTokens,
    workingWindowTokens,
    windowSource,
    calibration,
  };
}

/**
 * What the provider will count for an estimate of messages and of what comes beside them. The learned constant holds
 * what comes beside them too, so that the larger of the two counts.
 */
function wireTokens(estimate: number, overhead: number, calibration: Calibration | null): number {
  if (calibration === null) return estimate + overhead;
  const { ratio, constantTokens } = calibration;
  return ratio * estimate + Math.max(constantTokens, ratio * overhead);
}

/** The largest estimate, overhead included, for which the provider will count no more than a limit. */
export function estimateWithin(
  limitTokens: number,
  overhead: number,
  calibration: Calibration | null,
): number {
  if (calibration === null) return limitTokens;
  const { ratio, constantTokens } = calibration;
  const messages = (limitTokens - Math.max(constantTokens, ratio * overhead)) / ratio;
  return Math.floor(messages + overhead);
}
