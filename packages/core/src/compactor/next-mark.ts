import { liveOf } from "../log/boundary.ts";
import type { Calibrations } from "../model/calibration.ts";
import type { Digest } from "../model/digest.ts";
import { type Item, newestSaid } from "../model/item.ts";
import {
  type Covered,
  emptyMark,
  type HeadPiece,
  type History,
  MARK_REQUIRES,
  MARK_VERSION,
  type Mark,
} from "../model/mark.ts";
import { lastHumanId } from "../plan/guard.ts";
import type { Plan } from "../plan/plan.ts";
import { renderSummaryPieces } from "../plan/summary-frame.ts";

const MAX_TURN_IDS = 100;

/** What a run has made for its mark; `null` where hiding was enough and no summary was made. */
export type Made = {
  readonly summary: string;
  readonly digest: Digest;
  readonly digestText: string;
  /** How to get at what the summary leaves out; may be empty. */
  readonly recovery: string;
};

/** The mark after a plan was carried out. */
export function nextMark(
  history: History,
  plan: Plan,
  made: Made | null,
  calibrations: Calibrations,
): Mark {
  const { items, mark } = liveOf(history);
  const before = mark ?? emptyMark();
  const newestId = newestSaid(items)?.id ?? null;
  const speaker = lastHumanId(items, before.head);
  const hidden = {
    ...before,
    seenThrough: newestId ?? before.seenThrough,
    replaced: { ...before.replaced, ...plan.replaced },
    guard: {
      ...before.guard,
      compactedThrough: newestId,
      misses: 0,
      recoveredFor: plan.reason === "overflow" ? speaker : before.guard.recoveredFor,
    },
  };
  if (made === null) return hidden;
  const keptIds = new Set(plan.kept.map((item) => item.id));
  return {
    ...hidden,
    version: MARK_VERSION,
    requires: MARK_REQUIRES,
    coveredThrough: newestSaid(plan.covered)?.id ?? before.coveredThrough,
    firstKeptId: plan.kept[0]?.id ?? null,
    head: headOf(plan, made),
    replaced: Object.fromEntries(Object.entries(hidden.replaced).filter(([id]) => keptIds.has(id))),
    pinned: Object.fromEntries(
      plan.kept.flatMap((item) => (item.pinId === undefined ? [] : [[item.id, item.pinId]])),
    ),
    digest: made.digest,
    covered: coveredOf(before.covered, plan.covered),
    calibrations,
  };
}

function headOf(plan: Plan, { summary, digestText, recovery }: Made): readonly HeadPiece[] {
  const { system, pins, human, state } = plan.carried;
  const written = renderSummaryPieces(
    { summary, digestText },
    { humanWords: human.length > 0, brief: plan.isBrief, ...(recovery === "" ? {} : { recovery }) },
  );
  const preamble = written.filter((piece) => piece.kind === "preamble");
  const rest = written.filter((piece) => piece.kind !== "preamble");
  return [...system, ...preamble, ...pins, ...human, ...state, ...rest];
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
