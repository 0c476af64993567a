import type { TotalCost } from "../message/cost.ts";
import { invalidInput } from "../message/error.ts";
import { type Request, tailOf } from "../message/request.ts";
import type { Calibration } from "../message/state.ts";
import type { View } from "../view/view.ts";
import { messagesTokens, type TokenEstimator } from "./estimator.ts";
import type { Meter } from "./meter.ts";
import type { Window, WindowSource } from "./window.ts";

/** Estimates the messages that two views have in common at their start. */
export function commonPrefix(before: View, after: View, estimator: TokenEstimator): number {
  let tokens = 0;
  for (const [index, message] of after.messages.entries()) {
    const old = before.messages[index];
    const size = estimator.estimate(message);
    if (old === undefined || estimator.estimate(old) !== size) break;
    if (old !== message && JSON.stringify(old) !== JSON.stringify(message)) break;
    tokens += size;
  }
  return tokens;
}

/** The size of the context, in tokens. Unknown values are `null`. */
export type ContextUsage = {
  /** The size of the next request, with tools and system text. */
  readonly tokens: number;
  /** The usage reported with the newest answer that still measures this context. */
  readonly reportedTokens: number | null;
  /** The estimated size of everything after that answer; of the whole request without such an answer. */
  readonly trailingTokens: number;
  /** `reported`: a report and an estimate of the rest. `calibrated`: an estimate corrected by earlier reports. */
  readonly source: "reported" | "calibrated" | "estimated";
  /** The model's window. */
  readonly windowTokens: number | null;
  /** The part of the window that is used: at most the policy's `workingWindowTokens`. */
  readonly workingWindowTokens: number | null;
  /** The source of the window; `null` if it is unknown. Then only an overflow starts a compaction. */
  readonly windowSource: WindowSource | null;
  readonly calibration: Calibration | null;
  /** What the compactions of the conversation cost so far. */
  readonly cost: TotalCost;
};

/** Estimates the system text and tools of a request. */
export function overheadTokens({ system, tools }: Request, estimator: TokenEstimator): number {
  return estimator.estimateText(system ?? "") + estimator.estimateText(toolsJson(tools));
}

/** The JSON of tool definitions by the object that holds them, with the definitions that it was made of. */
const writtenTools = new WeakMap<
  object,
  { readonly parts: readonly unknown[]; readonly json: string }
>();

/**
 * Returns the JSON of tool definitions; empty text if they have none. The same definitions in the same object are
 * written once, so that a check before each request does not write them again.
 */
export function toolsJson(tools: unknown): string {
  try {
    return writtenJson(tools);
  } catch {
    throw invalidInput("request.tools", tools, "expected definitions that JSON can contain");
  }
}

function writtenJson(tools: unknown): string {
  if (typeof tools !== "object" || tools === null) return JSON.stringify(tools) ?? "";
  const known = writtenTools.get(tools);
  const parts: readonly unknown[] = Array.isArray(tools) ? tools : Object.values(tools);
  const isSame = known?.parts.length === parts.length;
  if (isSame && known.parts.every((part, place) => part === parts[place])) return known.json;
  const json = JSON.stringify(tools) ?? "";
  writtenTools.set(tools, { parts: [...parts], json });
  return json;
}

export function tailTokens(request: Request, estimator: TokenEstimator): number {
  return messagesTokens(tailOf(request), estimator);
}

/** Returns the size of the context from the newest report that still measures it and an estimate of the rest. */
export function usageOf(
  meter: Meter,
  request: Request,
  window: Window,
  estimator: TokenEstimator,
): Omit<ContextUsage, "cost"> {
  const anchor = meter.anchorFor(request.model);
  const calibration = meter.calibrationFor(request.model);
  const tail = tailTokens(request, estimator);
  const rest = meter.viewTokens() + tail;
  const trailingTokens = Math.ceil(
    anchor === null
      ? requestTokens(rest, overheadTokens(request, estimator), calibration)
      : (rest - anchor.estimatedTokens) * (calibration?.ratio ?? 1),
  );
  const estimated = calibration === null ? "estimated" : "calibrated";
  return {
    tokens: (anchor?.reportedTokens ?? 0) + trailingTokens,
    reportedTokens: anchor?.reportedTokens ?? null,
    trailingTokens,
    source: anchor === null ? estimated : "reported",
    windowTokens: window.tokens,
    workingWindowTokens: window.workingTokens,
    windowSource: window.source,
    calibration,
  };
}

/** Predicts the provider's count. The learned constant includes system text and tools, so the larger value is used. */
function requestTokens(
  estimate: number,
  overhead: number,
  calibration: Calibration | null,
): number {
  if (calibration === null) return estimate + overhead;
  const { ratio, constantTokens } = calibration;
  return ratio * estimate + Math.max(constantTokens, ratio * overhead);
}

/** Returns the largest estimate, with system text and tools, that the provider counts as at most a limit. */
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
