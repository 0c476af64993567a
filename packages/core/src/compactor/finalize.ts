import { addCost, type CompactionCost } from "../message/cost.ts";
import { type History, withState } from "../message/history.ts";
import { isPinOnly, type Item, newestSaid } from "../message/item.ts";
import { toolCalls } from "../message/message.ts";
import type { Receipt, TrimmedPart } from "../message/receipt.ts";
import {
  type Calibrations,
  type CompactedRange,
  type CompactionState,
  emptyState,
  isChatSoFar,
  type Rule,
  STATE_REQUIRES,
  STATE_VERSION,
  type ThinkingState,
} from "../message/state.ts";
import { lastUserMessageId } from "../plan/guard.ts";
import { messagesOf, type Plan } from "../plan/plan.ts";
import type { Policy } from "../plan/policy.ts";
import { buildPrefix } from "../plan/summary-frame.ts";
import { visibleItems } from "../view/boundary.ts";
import type { Replacements } from "./clamp-intake.ts";
import type { Situation } from "./outcome.ts";
import type { SummaryResult } from "./run-summarizers.ts";
import { stateWithin } from "./state-size.ts";
import type { SummaryMaterial } from "./summary-request.ts";

/** Everything from which a state and a receipt are built. */
export type Basis = {
  /** The history that was planned. */
  readonly history: History;
  readonly plan: Plan;
  /** `null` if pruning was enough. */
  readonly summary: PlanSummary | null;
  readonly calibrations: Calibrations;
  /** `null` without a limit. */
  readonly maxStateBytes: number | null;
  /** Previews of large results that entered the view with this call. */
  readonly previews?: Replacements | undefined;
};

/** A summary with the facts that are shown beside it. */
export type PlanSummary = SummaryResult &
  Pick<SummaryMaterial, "digest" | "digestText" | "recallHint">;

/** Values of a receipt that are measured on the rendered view. */
export type Sizes = Pick<Receipt, "tokensAfter" | "commonPrefixTokens" | "cost">;

export type Finalized = {
  readonly state: CompactionState;
  readonly receipt: Receipt;
  /** The current history with the new state. */
  readonly history: History;
};

/**
 * Builds the state and the receipt of a compaction. Sizes come from the planned history, ids and sub-agents from the
 * current one, so that messages that arrived in between stay after the cut. No other code builds a state or a receipt.
 *
 * @param measure called with the current history after the compaction
 */
export function finalize(
  basis: Basis,
  current: History,
  measure: (history: History) => Sizes,
): Finalized {
  const { maxStateBytes } = basis;
  const room = maxStateBytes === null ? null : maxStateBytes - COST_BYTES;
  const { state: uncounted, trimmed } = stateWithin(buildState(basis, current), room);
  const sizes = measure(withState(current, uncounted));
  const state = { ...uncounted, cost: addCost(current.state?.cost, sizes.cost) };
  const receipt = buildReceipt(basis, state, trimmed, sizes);
  return { state, history: withState(current, state), receipt };
}

/** The size of the costs in a state, in bytes of JSON. They are known after the view was measured. */
const COST_BYTES = 250;

/** Returns the state after a compaction that failed, so that it is not tried again too soon. */
export function recordFailedAttempt(
  history: History,
  tokensAtFailure: number,
  cost: CompactionCost,
): CompactionState {
  const { items, state } = visibleItems(history);
  const { guard, prefix } = state ?? emptyState();
  const failedUserMessageId = lastUserMessageId(items, prefix);
  const failures = guard.failedUserMessageId === failedUserMessageId ? guard.failures + 1 : 1;
  const next = { ...guard, failures, failedUserMessageId, tokensAtFailure };
  const before = history.state ?? emptyState();
  return { ...before, guard: next, cost: addCost(before.cost, cost, 0) };
}

/** Returns the history with a state for the signed reasoning that the model still accepts. */
export function recordThinking(history: History, thinking: ThinkingState): History {
  return { ...history, state: { ...(history.state ?? emptyState()), thinking } };
}

const MAX_TURN_IDS = 100;

function buildState(basis: Basis, current: History): CompactionState {
  const { calibrations, plan, summary } = basis;
  const { items, state } = visibleItems(basis.history);
  const before = state ?? emptyState();
  const lastSeenId = newestSaid(current.items)?.id ?? before.lastSeenId;
  const pruned: CompactionState = {
    ...withCurrent(before, current, lastSeenId),
    lastSeenId,
    replacements: { ...before.replacements, ...plan.replacements },
    guard: {
      ...before.guard,
      compactedAtItemId: newestSaid(items)?.id ?? null,
      failures: 0,
      recoveredUserMessageId:
        plan.reason === "overflow"
          ? lastUserMessageId(items, before.prefix)
          : before.guard.recoveredUserMessageId,
    },
  };
  if (summary === null) return pruned;
  const { memory: _memory, rules: _rules, ...rest } = pruned;
  const { rules } = plan.verbatim;
  const isChat = isChatSoFar(before, messagesOf(plan));
  const keptIds = new Set(plan.kept.map((item) => item.id));
  const compactedThrough = newestSaid(plan.compacted)?.id ?? before.compactedThrough;
  return {
    ...rest,
    version: STATE_VERSION,
    requires: STATE_REQUIRES,
    compactedThrough,
    firstKeptId: plan.kept[0]?.id ?? firstAfter(current, compactedThrough),
    prefix: buildPrefix(
      plan.verbatim,
      { summary: summary.text, digestText: summary.digestText },
      { recallHint: summary.recallHint, brief: plan.isBrief },
    ),
    replacements: Object.fromEntries(
      Object.entries(pruned.replacements).filter(([id]) => keptIds.has(id)),
    ),
    pinned: Object.fromEntries(
      plan.kept.flatMap((item) => (item.pinId === undefined ? [] : [[item.id, item.pinId]])),
    ),
    ...(rules.length === 0 ? {} : { rules }),
    digest: summary.digest,
    ...(summary.memory === undefined ? {} : { memory: summary.memory }),
    compacted: extendRange(before.compacted, plan.compacted),
    ...(isChat === undefined ? {} : { isChat }),
    calibrations,
  };
}

/** The state with what may have changed since the plan was made: the sub-agents that run, and the last request. */
function withCurrent(
  { cost: _cost, subAgents: _subAgents, thinking: _thinking, ...state }: CompactionState,
  current: History,
  lastSeenId: string | null,
): CompactionState {
  const { subAgents = [], thinking } = current.state ?? {};
  return {
    ...state,
    ...(subAgents.length === 0 ? {} : { subAgents }),
    ...(thinking === undefined ? {} : { thinking: { ...thinking, validAfter: lastSeenId } }),
  };
}

function firstAfter({ items }: History, id: string | null): string | null {
  const place = items.findLastIndex((item) => item.id === id);
  return items.slice(place + 1).find((item) => !isPinOnly(item))?.id ?? null;
}

function extendRange(before: CompactedRange, items: readonly Item[]): CompactedRange {
  const times = items.flatMap((item) => (item.at === undefined ? [] : [item.at]));
  const turnIds = [...before.turnIds, ...items.flatMap((item) => item.turnId ?? [])];
  return {
    items: before.items + items.length,
    from: before.from ?? times[0] ?? null,
    to: times.at(-1) ?? before.to,
    turnIds: [...new Set(turnIds)].slice(-MAX_TURN_IDS),
  };
}

function ruleChanges(before: readonly Rule[], after: readonly Rule[]): Receipt["rules"] {
  const textsBeside = (rules: readonly Rule[], others: readonly Rule[]): readonly string[] =>
    rules.map(({ text }) => text).filter((text) => others.every((other) => other.text !== text));
  return { entered: textsBeside(after, before), left: textsBeside(before, after) };
}

function buildReceipt(
  basis: Basis,
  state: CompactionState,
  trimmed: readonly TrimmedPart[],
  { commonPrefixTokens, cost, tokensAfter }: Sizes,
): Receipt {
  const { plan, summary } = basis;
  const prunedTokens = plan.steps.reduce((sum, { savedTokens }) => sum + savedTokens, 0);
  const savedTokens = plan.tokensBefore - tokensAfter - prunedTokens;
  const step = { name: "summary", ids: [], savedTokens } as const;
  const truncated = plan.steps.filter(({ name }) => name === "truncate").flatMap(({ ids }) => ids);
  return {
    reason: plan.reason,
    method: summary?.method ?? "pruning",
    tokensBefore: plan.tokensBefore,
    tokensAfter,
    commonPrefixTokens,
    cost,
    steps: summary === null ? plan.steps : [...plan.steps, step],
    compacted: {
      items: plan.compacted.length,
      tokens: plan.compactedTokens,
      firstId: plan.compacted[0]?.id ?? null,
      lastId: plan.compacted.at(-1)?.id ?? null,
    },
    kept: { items: plan.kept.length, tokens: plan.keptTokens },
    compactedThrough: state.compactedThrough,
    firstKeptId: summary === null ? (plan.kept[0]?.id ?? null) : state.firstKeptId,
    splitTurnId: plan.cut.splitTurn?.id ?? null,
    verbatimIds: plan.verbatim.ids,
    rules: ruleChanges(basis.history.state?.rules ?? [], state.rules ?? []),
    truncatedIds: [...truncated, ...plan.verbatim.truncatedIds],
    trimmed,
    summaryTokens: summary?.summaryTokens ?? 0,
    attempts: summary?.attempts ?? [],
    promptVersion: summary?.promptVersion ?? null,
    shortText: summary?.shortText ?? null,
    ...(summary?.details === undefined ? {} : { details: summary.details }),
    ...(summary?.preserved === undefined ? {} : { preserved: summary.preserved }),
  };
}

/** The prompt after an automatic compaction in a tool loop, as in pi. */
const CONTINUATION_TEXT = "Continue if you have next steps.";

/** Returns the situation of the conversation, and the prompt that makes the model continue if a step is running. */
export function continuationOf(
  plan: Plan,
  policy: Policy,
): { readonly continuation: string | null; readonly situation: Situation } {
  const situation = situationOf(plan);
  const isNeeded =
    situation === "tool-loop" && plan.reason === "threshold" && policy.autoContinue !== false;
  return { continuation: isNeeded ? CONTINUATION_TEXT : null, situation };
}

function situationOf(plan: Plan): Situation {
  const newest = newestSaid([...plan.compacted, ...plan.kept])?.message;
  if (newest !== undefined && (newest.role === "tool" || toolCalls(newest).length > 0))
    return "tool-loop";
  if (newest?.role === "user") return "unanswered";
  return plan.reason === "manual" ? "manual" : "idle";
}
