import { liveOf } from "../log/boundary.ts";
import { headMessages, isSendable } from "../log/view.ts";
import type { Calibration, Calibrations } from "../model/calibration.ts";
import type { Item } from "../model/item.ts";
import type { History } from "../model/mark.ts";
import type { AssistantMessage } from "../model/message.ts";
import { calibrate, withCalibration } from "./calibrate.ts";
import type { TokenEstimator } from "./estimator.ts";

/** An answer whose report still measures the context. */
export type Anchor = {
  readonly itemId: string;
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
  /** The estimate of the view: head and items. */
  readonly viewTokens: () => number;
  /** The newest anchor of a model; of any where none is named. */
  readonly anchorFor: (model: string | undefined) => Anchor | null;
  readonly calibrationFor: (model: string | undefined) => Calibration | null;
  readonly calibrations: () => Calibrations;
  /** Takes the next item, as the view shows it. */
  readonly add: (item: Item) => void;
};

/** Measures a history; costs one estimate for each item that the view shows. */
export function createMeter(history: History, estimator: TokenEstimator): Meter {
  const { items, mark } = liveOf(history);
  const floor = mark?.seenThrough ?? null;
  let isPastFloor = floor === null || floor === mark?.coveredThrough;
  let calibrations: Calibrations = mark?.calibrations ?? {};
  let newest: { readonly model: string; readonly anchor: Anchor } | null = null;
  const anchors = new Map<string, Anchor>();
  let viewTokens = 0;
  for (const message of mark === null ? [] : headMessages(mark))
    viewTokens += estimator.estimate(message);

  function anchorAt(item: Item, message: AssistantMessage, tokens: number): void {
    const { usage, model = "" } = message;
    if (
      usage === undefined ||
      item.stale === true ||
      (message.outcome ?? "complete") !== "complete"
    )
      return;
    const reportedTokens = usage.inputTokens + usage.outputTokens;
    if (reportedTokens <= 0) return;
    const sample = { estimatedTokens: viewTokens, reportedTokens: usage.inputTokens };
    calibrations = withCalibration(calibrations, model, calibrate(calibrations[model], sample));
    const anchor = { itemId: item.id, reportedTokens, estimatedTokens: viewTokens + tokens };
    anchors.set(model, anchor);
    newest = { model, anchor };
  }

  function add(item: Item): void {
    const { message } = item;
    if (isSendable(message)) {
      const tokens = estimator.estimate(message);
      if (isPastFloor && message.role === "assistant") anchorAt(item, message, tokens);
      viewTokens += tokens;
    }
    if (item.id === floor) isPastFloor = true;
  }

  items.forEach(add);
  return {
    viewTokens: () => viewTokens,
    anchorFor(model) {
      if (model === undefined) return newest?.anchor ?? null;
      return later(anchors.get(model), anchors.get(""));
    },
    calibrationFor(model) {
      const name = model ?? newest?.model ?? Object.keys(calibrations).at(-1) ?? "";
      return calibrations[name] ?? calibrations[""] ?? null;
    },
    calibrations: () => calibrations,
    add,
  };
}

function later(left: Anchor | undefined, right: Anchor | undefined): Anchor | null {
  if (left === undefined || right === undefined) return left ?? right ?? null;
  return left.estimatedTokens >= right.estimatedTokens ? left : right;
}
