import type { History } from "../message/history.ts";
import { isPinOnly, type Item } from "../message/item.ts";
import { getOwn } from "../message/json.ts";
import type { AssistantMessage, Message } from "../message/message.ts";
import type { Calibration, Calibrations } from "../message/state.ts";
import type { Steps } from "../message/steps.ts";
import { visibleItems } from "../view/boundary.ts";
import type { OnShown } from "../view/sequence.ts";
import { buildView, type ViewBuilder, visiblePrefix } from "../view/view.ts";
import { calibrate, RATIO_RANGE, withCalibration } from "./calibrate.ts";
import { messagesTokens, type TokenEstimator } from "./estimator.ts";
import { addFiles, type FileCounts, NO_FILES } from "./file-tokens.ts";

/** An answer whose report still measures the context. */
type Anchor = {
  /** The input and output of the answer as reported, in tokens. */
  readonly reportedTokens: number;
  /** The estimated view up to and including the answer. */
  readonly estimatedTokens: number;
};

/**
 * Running sums of a history, and its view. The size of the context is computed from them, not from the messages.
 *
 * A complete answer is an anchor if it is newer than the newest compaction, hide and navigation, the view did not change
 * while it was generated, and it reports no less than half of the estimate, since less was reported for another view.
 */
export type Meter = {
  readonly viewTokens: () => number;
  readonly itemCount: () => number;
  readonly files: () => FileCounts;
  /** The newest anchor of a model, or of any model for `undefined`. */
  readonly anchorFor: (model: string | undefined) => Anchor | null;
  readonly calibrationFor: (model: string | undefined) => Calibration | null;
  readonly calibrations: () => Calibrations;
} & ViewBuilder;

/** Creates a meter in one pass over the visible items. */
export function* measureView(
  history: History,
  estimator: TokenEstimator,
  prefix: readonly Message[] = visiblePrefix(history),
): Steps<Meter> {
  const { state } = visibleItems(history);
  const view = createViewSum(prefix, estimator);
  const floor = state?.lastSeenId ?? null;
  let isPastFloor = floor === null || floor === state?.compactedThrough;
  let calibrations: Calibrations = state?.calibrations ?? {};
  let newest: { readonly model: string; readonly anchor: Anchor } | null = null;
  const anchors = new Map<string, Anchor>();
  let itemCount = 0;
  let files = NO_FILES;

  function anchorAt(message: AssistantMessage): void {
    const { model = "", usage } = message;
    if (usage === undefined) return;
    const reportedTokens = usage.inputTokens + usage.outputTokens;
    const tokensBefore = view.tokens();
    if (reportedTokens <= 0 || usage.inputTokens < tokensBefore * RATIO_RANGE.least) return;
    const sample = { estimatedTokens: tokensBefore, reportedTokens: usage.inputTokens };
    calibrations = withCalibration(
      calibrations,
      model,
      calibrate(getOwn(calibrations, model), sample),
    );
    const anchor = { reportedTokens, estimatedTokens: tokensBefore + estimator.estimate(message) };
    anchors.set(model, anchor);
    newest = { model, anchor };
  }

  function onItem(item: Item): void {
    const { message } = item;
    if (isPastFloor && message.role === "assistant" && measures(item, message)) anchorAt(message);
    itemCount += 1;
    files = addFiles(files, message.parts);
    if (item.id === floor) isPastFloor = true;
  }

  const builder = yield* buildView(history, prefix, { onItem, onShown: view.onShown });
  return {
    ...builder,
    viewTokens: view.tokens,
    itemCount: () => itemCount,
    files: () => files,
    anchorFor(model) {
      if (model === undefined) return newest?.anchor ?? null;
      return later(anchors.get(model), anchors.get(""));
    },
    calibrationFor(model) {
      const name = model ?? newest?.model ?? Object.keys(calibrations).at(-1) ?? "";
      return getOwn(calibrations, name) ?? getOwn(calibrations, "") ?? null;
    },
    calibrations: () => calibrations,
  };
}

/** Whether the usage of an answer measures the view up to it. */
function measures(item: Item, message: AssistantMessage): boolean {
  return item.stale !== true && !isPinOnly(item) && (message.finishReason ?? "stop") === "stop";
}

function later(left: Anchor | undefined, right: Anchor | undefined): Anchor | null {
  if (left === undefined || right === undefined) return left ?? right ?? null;
  return left.estimatedTokens >= right.estimatedTokens ? left : right;
}

/** The estimated tokens of the messages that a sequence shows. Equals the estimate of the complete view. */
export type ViewSum = { readonly tokens: () => number; readonly onShown: OnShown };

export function createViewSum(prefix: readonly Message[], estimator: TokenEstimator): ViewSum {
  let tokens = messagesTokens(prefix, estimator);
  /** Placeholders of results. They are estimated only if the sum is read before the result comes. */
  const placeholders = new Set<Message>();
  return {
    onShown(message, before) {
      if (before === undefined && message.role === "tool") placeholders.add(message);
      else tokens += estimator.estimate(message);
      if (before !== undefined && !placeholders.delete(before))
        tokens -= estimator.estimate(before);
    },
    tokens() {
      for (const message of placeholders) tokens += estimator.estimate(message);
      placeholders.clear();
      return tokens;
    },
  };
}
