import type { Message } from "@cutpoint/core";
import { needsOf } from "@cutpoint/eval/measures";
import { type CutContext, describeResult } from "./compaction-result.ts";
import type { FoundCompaction } from "./found-compaction.ts";
import { compactWith } from "./methods.ts";
import type { CompactionResult, PageCompaction, ResultMessage } from "./page-data.ts";
import { repeatsAfter } from "./page-runs.ts";
import { type ThreadContext, tokensOf } from "./thread-context.ts";

/** Returns the compaction without its results and what was needed after it, which takes time in a long thread. */
export function outlineCompaction(
  { at, before, cost, method, origin, trigger }: FoundCompaction,
  { estimator, places }: ThreadContext,
): PageCompaction {
  const indexOf = places();
  return {
    origin,
    method,
    trigger,
    ...(cost && { cost }),
    at,
    before: before.map((message): ResultMessage => indexOf.get(message) ?? message),
    tokensBefore: tokensOf(before, estimator),
    isDescribed: false,
    needs: [],
    repeats: [],
    results: [],
  };
}

/** Describes a compaction: its results, and what was needed and repeated after it. */
export async function describeCompaction(
  found: FoundCompaction,
  thread: ThreadContext,
): Promise<PageCompaction> {
  const { after, at, before, budgetTokens, origin } = found;
  const { all, estimator, messages } = thread;
  const reading = thread.reading();
  const needs = needsOf(reading, { share: 0, at, historyTokens: 0 });
  const context = { reading, estimator, at, history: all.slice(0, at), needs };
  const name = origin === "replayed" ? "cutpoint" : "recorded";
  const results = [
    after === null ? null : describeResult(name, after, context),
    budgetTokens === null ? null : await ownResult(before, budgetTokens, context),
  ];
  return {
    ...outlineCompaction(found, thread),
    isDescribed: true,
    needs: needs.anchors.map((need) => ({
      text: need.text,
      type: need.type,
      origin: need.origin,
      firstUse: need.firstUse,
    })),
    repeats: repeatsAfter(messages, thread.runs(), at),
    results: results.filter((result) => result !== null),
  };
}

/** Returns the result of Cutpoint with the same budget, or `null` if the budget is too small. */
async function ownResult(
  before: readonly Message[],
  budgetTokens: number,
  context: CutContext,
): Promise<CompactionResult | null> {
  try {
    const settings = { method: "cutpoint", budgetTokens, keepUserTokens: null } as const;
    const messages = await compactWith(before, settings, context.estimator);
    return describeResult("cutpoint", messages, context);
  } catch {
    return null;
  }
}
