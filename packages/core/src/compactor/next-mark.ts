import { visibleItems } from "../log/boundary.ts";
import type { Calibrations } from "../model/calibration.ts";
import type { Digest } from "../model/digest.ts";
import { type Item, newestSaid } from "../model/item.ts";
import {
  type CompactedRange,
  emptyState,
  type PrefixBlock,
  type History,
  STATE_REQUIRES,
  STATE_VERSION,
  type CompactionState,
} from "../model/mark.ts";
import { lastUserMessageId } from "../plan/guard.ts";
import type { Plan } from "../plan/plan.ts";
import { renderSummaryPieces } from "../plan/summary-frame.ts";

const MAX_TURN_IDS = 100;

/** What a run has made for its state; `null` where hiding was enough and no summary was made. */
export type Made = {
  readonly summary: string;
  readonly digest: Digest;
  readonly digestText: string;
  /** How to get at what the summary leaves out; may be empty. */
  readonly recallHint: string;
};

/** The state after a plan was carried out. */
export function buildState(
  history: History,
  plan: Plan,
  made: Made | null,
  calibrations: Calibrations,
): CompactionState {
  const { items, state } = visibleItems(history);
  const before = state ?? emptyState();
  const newestId = newestSaid(items)?.id ?? null;
  const speaker = lastUserMessageId(items, before.prefix);
  const hidden = {
    ...before,
    lastSeenId: newestId ?? before.lastSeenId,
    replacements: { ...before.replacements, ...plan.replacements },
    guard: {
      ...before.guard,
      compactedAtItemId: newestId,
      failures: 0,
      recoveredUserMessageId:
        plan.reason === "overflow" ? speaker : before.guard.recoveredUserMessageId,
    },
  };
  if (made === null) return hidden;
  const keptIds = new Set(plan.kept.map((item) => item.id));
  return {
    ...hidden,
    version: STATE_VERSION,
    requires: STATE_REQUIRES,
    compactedThrough: newestSaid(plan.compacted)?.id ?? before.compactedThrough,
    firstKeptId: plan.kept[0]?.id ?? null,
    prefix: prefixOf(plan, made),
    replacements: Object.fromEntries(
      Object.entries(hidden.replacements).filter(([id]) => keptIds.has(id)),
    ),
    pinned: Object.fromEntries(
      plan.kept.flatMap((item) => (item.pinId === undefined ? [] : [[item.id, item.pinId]])),
    ),
    digest: made.digest,
    compacted: compactedRange(before.compacted, plan.compacted),
    calibrations,
  };
}

function prefixOf(plan: Plan, { summary, digestText, recallHint }: Made): readonly PrefixBlock[] {
  const { system, pins, user, reminders } = plan.verbatim;
  const written = renderSummaryPieces(
    { summary, digestText },
    {
      humanWords: user.length > 0,
      brief: plan.isBrief,
      ...(recallHint === "" ? {} : { recallHint }),
    },
  );
  const preamble = written.filter((piece) => piece.kind === "preamble");
  const rest = written.filter((piece) => piece.kind !== "preamble");
  return [...system, ...preamble, ...pins, ...user, ...reminders, ...rest];
}

function compactedRange(before: CompactedRange, items: readonly Item[]): CompactedRange {
  const times = items.flatMap((item) => (item.at === undefined ? [] : [item.at]));
  const turnIds = [...before.turnIds, ...items.flatMap((item) => item.turnId ?? [])];
  return {
    items: before.items + items.length,
    from: before.from ?? times[0] ?? null,
    to: times.at(-1) ?? before.to,
    turnIds: [...new Set(turnIds)].slice(-MAX_TURN_IDS),
  };
}
