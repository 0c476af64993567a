import type { History } from "../message/history.ts";
import { isPinOnly, type Item } from "../message/item.ts";
import { getOwn } from "../message/json.ts";
import type { AssistantMessage, Message } from "../message/message.ts";
import type { Calibration, Calibrations } from "../message/state.ts";
import { visibleItems } from "../view/boundary.ts";
import { visiblePrefix } from "../view/view.ts";
import { calibrate, withCalibration } from "./calibrate.ts";
import type { TokenEstimator } from "./estimator.ts";
import { fileBytes } from "./file-tokens.ts";
import { createViewMeter } from "./view-meter.ts";

/** An answer whose report still measures the context. */
type Anchor = {
  /** What the model read and wrote, as the provider counted it, in tokens. */
  readonly reportedTokens: number;
  /** The estimate of the view up to and with the answer. */
  readonly estimatedTokens: number;
};

/**
 * The running sums of a history, so that asking how full the context is touches no message.
 *
 * An answer anchors the count if it is complete, newer than the newest compaction, hide and navigation, and the view
 * had not changed while it was under way.
 */
export type Meter = {
  /** The estimate of the view. */
  readonly viewTokens: () => number;
  readonly itemCount: () => number;
  /** What the files of the items put on the wire, in bytes. */
  readonly fileBytes: () => number;
  /** The newest anchor of a model; of any where none is named. */
  readonly anchorFor: (model: string | undefined) => Anchor | null;
  readonly calibrationFor: (model: string | undefined) => Calibration | null;
  readonly calibrations: () => Calibrations;
  /** Takes the next item, as it was said. */
  readonly add: (item: Item) => void;
};

/** Measures a history; costs one estimate for each item that the view shows. */
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

  function anchorAt(message: AssistantMessage): void {
    const { model = "", usage } = message;
    if (usage === undefined) return;
    const reportedTokens = usage.inputTokens + usage.outputTokens;
    if (reportedTokens <= 0) return;
    const tokensBefore = view.tokens();
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
    bytes += fileBytes(message);
    if (item.id === floor) isPastFloor = true;
  }

  items.forEach(add);
  return {
    viewTokens: view.tokens,
    itemCount: () => itemCount,
    fileBytes: () => bytes,
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

/** Whether an answer's report measures the view that it stands in. */
function measures(item: Item, message: AssistantMessage): boolean {
  return item.stale !== true && !isPinOnly(item) && (message.finishReason ?? "stop") === "stop";
}

function later(left: Anchor | undefined, right: Anchor | undefined): Anchor | null {
  if (left === undefined || right === undefined) return left ?? right ?? null;
  return left.estimatedTokens >= right.estimatedTokens ? left : right;
}
