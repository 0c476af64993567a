import { liveOf } from "../log/boundary.ts";
import type { View } from "../log/view.ts";
import type { History } from "../model/mark.ts";
import type { ReportedUsage } from "../model/message.ts";
import type { Request } from "../model/request.ts";
import type { TokenEstimator } from "./estimator.ts";

/** How full the context is, in tokens; what is not known is `null`, never 0. */
export type Usage = {
  /** All that the next request will hold, tools and system text included. */
  readonly tokens: number;
  /** What the provider reported with the newest answer that still measures this context. */
  readonly usageTokens: number | null;
  /** The estimate of what came after that answer; of everything where there is none. */
  readonly trailingTokens: number;
  readonly source: "reported" | "estimated";
  readonly windowTokens: number | null;
};

/** The tokens of a request that no view shows: system text and tools. */
export function overheadTokens(request: Request, estimator: TokenEstimator): number {
  const system = request.system === undefined ? 0 : estimator.estimateText(request.system);
  const tools =
    request.tools === undefined ? 0 : estimator.estimateText(JSON.stringify(request.tools) ?? "");
  return system + tools;
}

/** The estimate of a view. */
export function viewTokens(view: View, estimator: TokenEstimator): number {
  return view.messages.reduce((sum, message) => sum + estimator.estimate(message), 0);
}

/**
 * How full the context is: what the provider reported with the newest answer that still measures it, plus the estimate
 * of what came after; the estimate alone where there is no such answer.
 *
 * An answer measures the context if it is complete, of this model, newer than the newest compaction, hide and
 * navigation, and the view had not changed while it was under way.
 *
 * @param view the view of the same history, with the request's tail
 */
export function usageOf(
  history: History,
  view: View,
  request: Request,
  windowTokens: number | null,
  estimator: TokenEstimator,
): Usage {
  const anchor = anchorOf(history, request.model);
  const after = anchor === null ? -1 : view.ids.lastIndexOf(anchor.id);
  if (anchor === null || after === -1) {
    const tokens = viewTokens(view, estimator) + overheadTokens(request, estimator);
    return { tokens, usageTokens: null, trailingTokens: tokens, source: "estimated", windowTokens };
  }
  const trailing = view.messages
    .slice(after + 1)
    .reduce((sum, message) => sum + estimator.estimate(message), 0);
  return {
    tokens: anchor.tokens + trailing,
    usageTokens: anchor.tokens,
    trailingTokens: trailing,
    source: "reported",
    windowTokens,
  };
}

function anchorOf(
  history: History,
  model: string | undefined,
): { readonly id: string; readonly tokens: number } | null {
  const { items, mark } = liveOf(history);
  const floor = mark?.seenThrough ?? null;
  const allNewer = floor === null || floor === mark?.coveredThrough;
  const oldest = allNewer ? 0 : items.findLastIndex((item) => item.id === floor) + 1;
  if (!allNewer && oldest === 0) return null;
  for (let index = items.length - 1; index >= oldest; index -= 1) {
    const item = items[index];
    if (item === undefined || item.stale === true) continue;
    const { message } = item;
    if (message.role !== "assistant" || message.usage === undefined) continue;
    if ((message.outcome ?? "complete") !== "complete") continue;
    if (model !== undefined && message.model !== undefined && message.model !== model) continue;
    const tokens = contextTokens(message.usage);
    if (tokens > 0) return { id: item.id, tokens };
  }
  return null;
}

function contextTokens(usage: ReportedUsage): number {
  return usage.inputTokens + usage.outputTokens;
}
