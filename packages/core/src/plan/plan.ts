import { liveOf } from "../log/boundary.ts";
import { renderHead, viewOf } from "../log/view.ts";
import type { Item } from "../model/item.ts";
import type { HeadPiece, History } from "../model/mark.ts";
import type { Part } from "../model/message.ts";
import type { CompactionReason } from "../model/receipt.ts";
import type { Request } from "../model/request.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";
import { createMeter, type Meter } from "../tokens/meter.ts";
import {
  estimateWithin,
  overheadTokens,
  tailTokens,
  type Usage,
  usageOf,
  viewTokens,
} from "../tokens/usage.ts";
import type { ModelCatalog } from "../tokens/window.ts";
import { type Carried, carry } from "./carry.ts";
import { clampOversized } from "./clamp.ts";
import { type CutPoint, cutAt, findCutPoint, legalCuts, type Measured } from "./cut-point.ts";
import { type Policy, resolvePolicy, type ResolvedPolicy, windowFor } from "./policy.ts";
import { turnStartOf } from "./turns.ts";

/** What a compaction would do; making one has no effect. */
export type Plan = {
  readonly type: "plan";
  readonly reason: CompactionReason;
  /** What would be covered, oldest first, without what earlier compactions cover. */
  readonly covered: readonly Item[];
  readonly coveredTokens: number;
  /** What would stay, oldest first. */
  readonly kept: readonly Item[];
  readonly keptTokens: number;
  readonly cut: CutPoint;
  readonly carried: Carried;
  /** Parts to show instead, by id, of kept items that are too large. */
  readonly clamped: Readonly<Record<string, readonly Part[]>>;
  /** The most that the summary may take, file lists included. */
  readonly summaryTokens: number;
  /** The estimate of the whole request now. */
  readonly tokensBefore: number;
  /** The estimate that the request should not exceed afterwards. */
  readonly limitTokens: number;
  /** The share of `tokensBefore` that must be saved; 0 where any reduction is progress. */
  readonly minimumProgress: number;
};

/** Why there is nothing to do. */
export type UnchangedReason =
  | "disabled"
  | "unknown-window"
  | "below-trigger"
  | "already-compacted"
  | "nothing-to-cover"
  | "not-smaller"
  | "not-an-overflow";

export type NoPlan =
  | { readonly type: "no-plan"; readonly why: UnchangedReason; readonly usage: Usage }
  /** System text, carried words and what must stay do not fit into `limitTokens`. */
  | {
      readonly type: "no-room";
      readonly neededTokens: number;
      readonly limitTokens: number;
      readonly usage: Usage;
    };

export type PlanOptions = {
  /** What asks for the plan; all but `threshold` also run below the trigger. Default `threshold`. */
  readonly reason?: CompactionReason;
  readonly estimator: TokenEstimator;
  /** Knows the windows of models that neither policy nor request name. */
  readonly catalog?: ModelCatalog;
  /** The running sums of the same history, where somebody keeps them. */
  readonly meter?: Meter;
};

/** A summary of fewer tokens than this is not worth making. */
const SMALLEST_SUMMARY = 64;

/** What the fixed texts around a summary take at most, in tokens of any estimator. */
const FRAMING_TOKENS = 192;

/** An overflow shows that the estimate is too low: what remains must be at most this share of it. */
const OVERFLOW_SHARE = 0.75;

/**
 * What a compaction of this history would do, or why there is none. Pure, without a model.
 *
 * @throws `invalid-input` where the policy does not fit the window
 */
export function planCompaction(
  history: History,
  policy: Policy,
  request: Request,
  options: PlanOptions,
): Plan | NoPlan {
  const { estimator, reason = "threshold" } = options;
  const meter = options.meter ?? createMeter(history, estimator);
  const window = windowFor(policy, request, options.catalog);
  const usage = usageOf(meter, request, window, estimator);
  const none = (why: UnchangedReason): NoPlan => ({ type: "no-plan", why, usage });
  if (policy.enabled === false && reason !== "manual") return none("disabled");
  if (usage.windowTokens === null && reason === "threshold") return none("unknown-window");

  const resolved = resolvePolicy(policy, usage.windowTokens ?? windowForUnknown(policy, usage));
  if (reason === "threshold" && usage.tokens <= resolved.limitTokens) return none("below-trigger");
  const live = liveOf(history);
  if (
    reason !== "overflow" &&
    live.mark !== null &&
    live.mark.guard.compactedThrough === live.items.at(-1)?.id &&
    live.items.length > 0
  )
    return none("already-compacted");

  const overhead = overheadTokens(request, estimator);
  const tokensBefore = viewTokens(viewOf(history, request.tail), estimator) + overhead;
  const draft: Draft = {
    reason,
    history,
    resolved,
    estimator,
    tokensBefore,
    isAboveWindow: usage.tokens > resolved.windowTokens || reason === "overflow",
    fixedTokens: overhead + tailTokens(request, estimator),
    measured: live.items.map((item) => ({ item, tokens: estimator.estimate(item.message) })),
    keepTokens: Math.floor(resolved.keepTokens / Math.max(1, usage.calibration?.ratio ?? 1)),
    limitTokens: limitOfEstimate(resolved.limitTokens, tokensBefore, overhead, usage),
  };
  const plan = fitPlan(reason === "overflow" ? tightened(draft) : draft);
  return plan.type === "plan" ? plan : { ...plan, usage };
}

/** The limit on the scale of our estimate; where a report puts the context above it, below what is there now. */
function limitOfEstimate(
  limitTokens: number,
  tokensBefore: number,
  overhead: number,
  usage: Usage,
): number {
  const calibrated = estimateWithin(limitTokens, overhead, usage.calibration);
  const reported =
    usage.tokens > limitTokens ? (tokensBefore * limitTokens) / usage.tokens : calibrated;
  return Math.floor(Math.min(calibrated, reported));
}

/** Where nobody knows the window and a compaction is asked for all the same: what is there now, and any number given. */
function windowForUnknown({ keepTokens = 0, summaryTokens = 0 }: Policy, usage: Usage): number {
  return Math.max(1, usage.tokens, 2 * (keepTokens + summaryTokens));
}

type Draft = {
  readonly reason: CompactionReason;
  readonly history: History;
  readonly resolved: ResolvedPolicy;
  readonly estimator: TokenEstimator;
  readonly tokensBefore: number;
  readonly isAboveWindow: boolean;
  readonly fixedTokens: number;
  readonly measured: readonly Measured[];
  readonly keepTokens: number;
  readonly limitTokens: number;
};

function tightened(draft: Draft): Draft {
  const live = sumOf(draft.measured);
  return {
    ...draft,
    keepTokens: Math.max(1, Math.min(draft.keepTokens, Math.floor(live / 2))),
    limitTokens: Math.max(
      1,
      Math.min(draft.limitTokens, Math.floor(draft.tokensBefore * OVERFLOW_SHARE)),
    ),
  };
}

type Unusable =
  | { readonly type: "no-plan"; readonly why: "nothing-to-cover" }
  | { readonly type: "no-room"; readonly neededTokens: number; readonly limitTokens: number };

/**
 * The first of these that fits the limit: the cut by budget; every later one; the latest, with what is too large shown
 * head and tail; everything covered.
 */
function fitPlan(draft: Draft): Plan | Unusable {
  const { measured } = draft;
  const first = firstCut(draft);
  const places = placesFrom(draft, first);
  const inside = places.filter((place) => place < measured.length);
  if (first === 0 && draft.tokensBefore <= draft.limitTokens)
    return { type: "no-plan", why: "nothing-to-cover" };

  for (const place of inside) {
    const plan = planAt(draft, place, {});
    if (plan.type === "plan") return plan;
  }
  const latest = inside.at(-1);
  if (latest !== undefined) {
    const plan = planAt(draft, latest, clampedAt(draft, latest));
    if (plan.type === "plan") return plan;
  }
  if (places.includes(measured.length)) return planAt(draft, measured.length, {});
  return { type: "no-plan", why: "nothing-to-cover" };
}

/** The legal cuts from a place on that cover more than system text. */
function placesFrom({ measured, resolved }: Draft, first: number): readonly number[] {
  const items = measured.map(({ item }) => item);
  const firstSaid = items.findIndex((item) => item.message.role !== "system");
  const legal = legalCuts(items, resolved.boundary);
  const isFallThrough = resolved.boundary === "user" && legal[first] === false;
  return (isFallThrough ? legalCuts(items, "message") : legal).flatMap((isLegal, place) =>
    isLegal && place >= first && place > firstSaid && firstSaid !== -1 ? [place] : [],
  );
}

/** The cut by budget; where everything fits the budget, the start of the newest turn. */
function firstCut({ measured, keepTokens, resolved }: Draft): number {
  const { index } = findCutPoint(measured, keepTokens, resolved.boundary);
  return index > 0
    ? index
    : turnStartOf(
        measured.map(({ item }) => item),
        measured.length - 1,
      );
}

function planAt(draft: Draft, place: number, clamped: Plan["clamped"]): Plan | Unusable {
  const { estimator, measured, resolved } = draft;
  const covered = measured.slice(0, place);
  const kept = measured.slice(place).map((one) => withParts(one, clamped, estimator));
  const carried = carriedAt(draft, covered);
  const keptTokens = sumOf(kept);
  const neededTokens =
    draft.fixedTokens +
    headTokens(carried, estimator) +
    FRAMING_TOKENS +
    keptTokens +
    SMALLEST_SUMMARY;
  if (neededTokens > draft.limitTokens)
    return { type: "no-room", neededTokens, limitTokens: draft.limitTokens };
  const room = draft.limitTokens - neededTokens + SMALLEST_SUMMARY;
  return {
    type: "plan",
    reason: draft.reason,
    covered: covered.map(({ item }) => item),
    coveredTokens: sumOf(covered),
    kept: kept.map(({ item }) => item),
    keptTokens,
    cut: cutAt(measured, place),
    carried,
    clamped,
    summaryTokens: Math.min(Math.max(resolved.summaryTokens, SMALLEST_SUMMARY), room),
    tokensBefore: draft.tokensBefore,
    limitTokens: draft.limitTokens,
    minimumProgress: draft.isAboveWindow ? 0 : resolved.minimumProgress,
  };
}

function carriedAt(
  { history, measured, resolved, estimator }: Draft,
  covered: readonly Measured[],
): Carried {
  const items = covered.map(({ item }) => item);
  const mark = liveOf(history).mark;
  return carry(mark, items, {
    humanTokens: resolved.humanTokens,
    windowTokens: resolved.windowTokens,
    lastHumanId: lastHumanOf(measured, mark?.head ?? []),
    estimator,
  });
}

/** The last human message of the conversation: among the items, else the newest that the head carries. */
function lastHumanOf(measured: readonly Measured[], head: readonly HeadPiece[]): string | null {
  const said = measured.findLast(
    ({ item }) => item.message.role === "user" && item.message.provenance === "human",
  );
  const carried = head.findLast(
    (piece) => piece.kind === "human" || piece.kind === "first-request",
  );
  return said?.item.id ?? carried?.sourceId ?? null;
}

function clampedAt(draft: Draft, place: number): Plan["clamped"] {
  const { estimator, measured } = draft;
  const carried = carriedAt(draft, measured.slice(0, place));
  const around =
    draft.fixedTokens + headTokens(carried, estimator) + FRAMING_TOKENS + SMALLEST_SUMMARY;
  const lastHuman = lastHumanOf(measured, []);
  return clampOversized(measured.slice(place), draft.limitTokens - around, lastHuman, estimator);
}

function withParts(
  measured: Measured,
  clamped: Plan["clamped"],
  estimator: TokenEstimator,
): Measured {
  const parts = clamped[measured.item.id];
  if (parts === undefined) return measured;
  const { host: _host, ...message } = measured.item.message;
  const shown = { ...message, parts } as Item["message"];
  return { item: { ...measured.item, message: shown }, tokens: estimator.estimate(shown) };
}

/** The tokens of the head without its summary. */
function headTokens(carried: Carried, estimator: TokenEstimator): number {
  return renderHead([...carried.system, ...carried.pins, ...carried.human]).reduce(
    (sum, message) => sum + estimator.estimate(message),
    0,
  );
}

function sumOf(measured: readonly Measured[]): number {
  return measured.reduce((sum, { tokens }) => sum + tokens, 0);
}
