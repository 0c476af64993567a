import type { History } from "../message/history.ts";
import { isPinOnly, type Item } from "../message/item.ts";
import { getOwn } from "../message/json.ts";
import type { AssistantMessage, Message } from "../message/message.ts";
import type { Calibration, Calibrations } from "../message/state.ts";
import { visibleItems } from "../view/boundary.ts";
import { createSequence } from "../view/sequence.ts";
import { visiblePrefix } from "../view/view.ts";
import { calibrate, RATIO_RANGE, withCalibration } from "./calibrate.ts";
import { messagesTokens, type TokenEstimator } from "./estimator.ts";
import { fileBytes, fileCount, imageCount } from "./file-tokens.ts";

/** An answer whose report still measures the context. */
type Anchor = {
  /** The input and output of the answer as reported, in tokens. */
  readonly reportedTokens: number;
  /** The estimated view up to and including the answer. */
  readonly estimatedTokens: number;
};

/**
 * Running sums of a history. The size of the context is computed from them, not from the messages.
 *
 * A complete answer is an anchor if it is newer than the newest compaction, hide and navigation, the view did not change
 * while it was generated, and it reports no less than half of the estimate, since less was reported for another view.
 */
export type Meter = {
  readonly viewTokens: () => number;
  readonly itemCount: () => number;
  /** The bytes that files add to a request. */
  readonly fileBytes: () => number;
  readonly imageCount: () => number;
  /** Images and documents. */
  readonly fileCount: () => number;
  /** The newest anchor of a model, or of any model for `undefined`. */
  readonly anchorFor: (model: string | undefined) => Anchor | null;
  readonly calibrationFor: (model: string | undefined) => Calibration | null;
  readonly calibrations: () => Calibrations;
  /** Appends an item without replacements. */
  readonly add: (item: Item) => void;
};

/** Creates a meter: O(n) in the visible items. */
export function createMeter(
  history: History,
  estimator: TokenEstimator,
  prefix: readonly Message[] = visiblePrefix(history),
): Meter {
  const { items, showNext, state } = visibleItems(history);
  const view = createViewMeter(prefix, estimator);
  const floor = state?.lastSeenId ?? null;
  let isPastFloor = floor === null || floor === state?.compactedThrough;
  let calibrations: Calibrations = state?.calibrations ?? {};
  let newest: { readonly model: string; readonly anchor: Anchor } | null = null;
  const anchors = new Map<string, Anchor>();
  let itemCount = 0;
  let bytes = 0;
  let images = 0;
  let files = 0;

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

  function add(item: Item): void {
    const { message } = item;
    if (isPastFloor && message.role === "assistant" && measures(item, message)) anchorAt(message);
    view.add(message);
    itemCount += 1;
    bytes += fileBytes(message.parts);
    images += imageCount(message.parts);
    files += fileCount(message.parts);
    if (item.id === floor) isPastFloor = true;
  }

  items.forEach(add);
  return {
    viewTokens: view.tokens,
    itemCount: () => itemCount,
    fileBytes: () => bytes,
    imageCount: () => images,
    fileCount: () => files,
    anchorFor(model) {
      if (model === undefined) return newest?.anchor ?? null;
      return later(anchors.get(model), anchors.get(""));
    },
    calibrationFor(model) {
      const name = model ?? newest?.model ?? Object.keys(calibrations).at(-1) ?? "";
      return getOwn(calibrations, name) ?? getOwn(calibrations, "") ?? null;
    },
    calibrations: () => calibrations,
    add: (item) => add(showNext(item)),
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

/** The estimated tokens of a view that grows message by message. Equals the estimate of the complete view. */
type ViewMeter = {
  readonly tokens: () => number;
  readonly add: (message: Message) => void;
};

export function createViewMeter(prefix: readonly Message[], estimator: TokenEstimator): ViewMeter {
  let tokens = messagesTokens(prefix, estimator);
  /** Placeholders of results. They are estimated only if the sum is read before the result comes. */
  const placeholders = new Set<Message>();

  const sequence = createSequence(prefix, (message, before) => {
    if (before === undefined && message.role === "tool") placeholders.add(message);
    else tokens += estimator.estimate(message);
    if (before !== undefined && !placeholders.delete(before)) tokens -= estimator.estimate(before);
  });

  function sum(): number {
    if (placeholders.size === 0) return tokens;
    for (const message of placeholders) tokens += estimator.estimate(message);
    placeholders.clear();
    return tokens;
  }

  return { tokens: sum, add: (message) => sequence.add({ id: null, message }) };
}
