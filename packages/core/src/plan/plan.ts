import type { History } from "../message/history.ts";
import type { Item } from "../message/item.ts";
import type { Part } from "../message/message.ts";
import type {
  CompactionCost,
  CompactionReason,
  PruningStep,
  SummaryAttempt,
} from "../message/receipt.ts";
import type { ContextUsage } from "../tokens/usage.ts";
import type { CutPoint } from "./cut-point.ts";
import type { VerbatimBlocks } from "./verbatim.ts";

/** What planning asks of whoever knows a provider's cache; `createCachePolicy` makes one. */
export interface CachePolicy {
  /** Whether the provider is believed to have the conversation in its cache still. `now` is in ms since 1970. */
  isWarm(history: History, model: string | undefined, now: number): boolean;
  /** Above so many tokens no plan waits for the cache to be cold. */
  ceilingOf(windowTokens: number): number;
  /** What a plan will save over the requests that are expected, less what it will cost; below 0 it may wait. */
  netOf(plan: Plan): number;
  /** What a plan that was carried out cost and is worth. */
  costOf(
    plan: Plan,
    done: {
      readonly tokensAfter: number;
      readonly commonPrefixTokens: number;
      readonly attempts: readonly SummaryAttempt[];
    },
  ): CompactionCost;
}

/** What a compaction would do; making one has no effect. */
export type Plan = {
  readonly type: "plan";
  readonly reason: CompactionReason;
  /** What would be covered, oldest first, without what earlier compactions cover; empty where hiding is enough. */
  readonly compacted: readonly Item[];
  readonly compactedTokens: number;
  /** What would stay, oldest first, as it would be shown. */
  readonly kept: readonly Item[];
  readonly keptTokens: number;
  /** The kept items that would be shown in another way, as they were said. */
  readonly shortened: readonly Item[];
  readonly cut: CutPoint;
  readonly verbatim: VerbatimBlocks;
  /** Parts to show instead, by id, of kept items that are hidden or too large. */
  readonly replacements: Readonly<Record<string, readonly Part[]>>;
  /** The steps before the summary, in order. */
  readonly steps: readonly PruningStep[];
  /** The most that the summary may take, file lists included; 0 where none is made. */
  readonly summaryTokens: number;
  /** Whether the summary is so small that little may be said around it. */
  readonly isBrief: boolean;
  /** The estimate of the whole request now. */
  readonly tokensBefore: number;
  /** What the request would begin with as it does now, system text and tools included. */
  readonly commonPrefixTokens: number;
  /** Whether the provider is believed to have the conversation in its cache; `null` without a cache policy. */
  readonly isWarm: boolean | null;
  /** The estimate that the request should not exceed afterwards. */
  readonly limitTokens: number;
  /** The share of `tokensBefore` that must be saved; 0 where any reduction is progress. */
  readonly minimumProgress: number;
};

/** Why there is nothing to do. */
export type UnchangedReason =
  | "disabled"
  | "not-checked-now"
  | "unknown-window"
  | "below-trigger"
  | "backing-off"
  | "gave-up"
  | "cache-warm"
  | "already-recovered"
  | "already-compacted"
  | "nothing-to-compact"
  | "not-smaller"
  | "not-an-overflow"
  | "thinking-dropped"
  | "delegated-to-parent";

export type NoPlan =
  | { readonly type: "no-plan"; readonly why: UnchangedReason; readonly usage: ContextUsage }
  /** System text, carried words and what must stay do not fit into `limitTokens`. */
  | {
      readonly type: "no-room";
      readonly neededTokens: number;
      readonly limitTokens: number;
      readonly usage: ContextUsage;
    };
