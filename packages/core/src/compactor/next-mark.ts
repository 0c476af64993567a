import { liveOf } from "../log/boundary.ts";
import { pinPieces } from "../log/revert.ts";
import type { Calibrations } from "../model/calibration.ts";
import type { Digest } from "../model/digest.ts";
import type { Item } from "../model/item.ts";
import {
  type Covered,
  emptyMark,
  type HeadPiece,
  type History,
  MARK_REQUIRES,
  MARK_VERSION,
  type Mark,
} from "../model/mark.ts";
import type { Plan } from "../plan/plan.ts";
import { renderSummaryPieces } from "../summarize/render-head.ts";

const MAX_TURN_IDS = 100;

/** Whether an item is there only because a pin holds it: with the next mark it moves into the head. */
export function isPinOnly(item: Item): boolean {
  return item.pinId !== undefined && item.pinId === item.id;
}

/** What a run has made for its mark. */
export type Made = {
  readonly summary: string;
  readonly digest: Digest;
  readonly digestText: string;
  readonly calibrations: Calibrations;
};

/** The mark after a plan was carried out. */
export function nextMark(history: History, plan: Plan, made: Made): Mark {
  const before = liveOf(history).mark ?? emptyMark();
  const kept = plan.kept.filter((item) => !isPinOnly(item));
  const keptIds = new Set(kept.map((item) => item.id));
  const newestId = history.items.at(-1)?.id ?? null;
  const stillVisible = <Value>(
    byId: Readonly<Record<string, Value>>,
  ): Readonly<Record<string, Value>> =>
    Object.fromEntries(Object.entries(byId).filter(([id]) => keptIds.has(id)));
  return {
    version: MARK_VERSION,
    requires: MARK_REQUIRES,
    coveredThrough: plan.covered.at(-1)?.id ?? before.coveredThrough,
    firstKeptId: kept[0]?.id ?? null,
    seenThrough: newestId,
    head: headOf(plan, made.summary, made.digestText),
    replaced: { ...stillVisible(before.replaced), ...plan.clamped },
    pinned: Object.fromEntries(
      kept.flatMap((item) => (item.pinId === undefined ? [] : [[item.id, item.pinId]])),
    ),
    digest: made.digest,
    covered: coveredOf(before.covered, plan.covered),
    calibrations: made.calibrations,
    guard: { compactedThrough: newestId },
  };
}

function headOf(plan: Plan, summary: string, digestText: string): readonly HeadPiece[] {
  const { system, pins, human } = plan.carried;
  const written = renderSummaryPieces({ summary, digestText }, { humanWords: human.length > 0 });
  const preamble = written.filter((piece) => piece.kind === "preamble");
  const rest = written.filter((piece) => piece.kind !== "preamble");
  const keptPins = plan.kept.filter(isPinOnly).flatMap((item) => pinPieces(item.id, item.message));
  return [...system, ...preamble, ...pins, ...keptPins, ...human, ...rest];
}

function coveredOf(before: Covered, items: readonly Item[]): Covered {
  const times = items.flatMap((item) => (item.at === undefined ? [] : [item.at]));
  const turnIds = [...before.turnIds, ...items.flatMap((item) => item.turnId ?? [])];
  return {
    items: before.items + items.length,
    from: before.from ?? times[0] ?? null,
    to: times.at(-1) ?? before.to,
    turnIds: [...new Set(turnIds)].slice(-MAX_TURN_IDS),
  };
}
