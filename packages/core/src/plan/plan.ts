import type { History } from "../message/history.ts";
import type { Item } from "../message/item.ts";
import type { Message, Part } from "../message/message.ts";
import type { CompactionReason, PruningStep } from "../message/receipt.ts";
import type { ContextUsage } from "../tokens/usage.ts";
import type { CutPoint } from "./cut-point.ts";
import type { UnchangedReason } from "./unchanged-reason.ts";
import type { VerbatimBlocks } from "./verbatim.ts";

/** Knowledge about a provider's cache, from `createCachePolicy`. */
export interface CachePolicy {
  /**
   * Returns when the provider will probably delete the conversation from its cache; `null` if the cache is cold. All times
   * are in ms since the epoch.
   */
  nextExpiry(history: History, model: string | undefined, now: number): number | null;
  /** The size above which no plan waits for the cache to become cold, in tokens. */
  ceilingOf(windowTokens: number): number;
  /** The expected savings of a plan minus its cost. Below 0, the plan may wait. */
  netOf(plan: Plan): number;
}

/** What a compaction would do. A plan has no effect. */
export type Plan = {
  readonly type: "plan";
  readonly reason: CompactionReason;
  /** The items to compact, oldest first, without earlier compacted ones; empty if pruning is enough. */
  readonly compacted: readonly Item[];
  readonly compactedTokens: number;
  /** The items to keep, oldest first, as the view would show them. */
  readonly kept: readonly Item[];
  readonly keptTokens: number;
  /** The kept items that the view would show differently, in full. */
  readonly shortened: readonly Item[];
  readonly cut: CutPoint;
  readonly verbatim: VerbatimBlocks;
  /** The parts to show instead, by id of kept items. */
  readonly replacements: Readonly<Record<string, readonly Part[]>>;
  /** The steps before the summary, in order. */
  readonly steps: readonly PruningStep[];
  /** The size limit of the summary with its file lists, in tokens; 0 without a summary. */
  readonly summaryTokens: number;
  /** The same for a summary that is made offline. */
  readonly offlineSummaryTokens: number;
  /** The size limit of the lists of files and other facts in it, in tokens. */
  readonly fileListTokens: number;
  /** The size below which a model is not called for a summary, in tokens. */
  readonly leastSummaryTokens: number;
  /** Whether the request stays above the size that leaves room for new messages. */
  readonly isTight: boolean;
  /** Whether all segments of the prefix are written anew. Otherwise one is appended. */
  readonly isRenewal: boolean;
  /** Whether the summary is so small that its frame must be brief. */
  readonly isBrief: boolean;
  /** The estimated size of the current request. */
  readonly tokensBefore: number;
  /** The start that both requests would share, with system text and tools, in tokens. */
  readonly commonPrefixTokens: number;
  /** Whether the provider probably has the conversation in its cache; `null` without a cache policy. */
  readonly isWarm: boolean | null;
  /** The size that the request should not exceed afterwards, in estimated tokens. */
  readonly limitTokens: number;
  /** The share of `tokensBefore` that must be saved; 0 if any reduction is enough. */
  readonly minimumProgress: number;
};

/** Whether pruning replaced files to keep the byte limit. Any saving of tokens is enough then. */
export function removesFiles({ steps }: Pick<Plan, "steps">): boolean {
  return steps.some(({ name }) => name === "files");
}

/** Returns the messages that are visible before a plan. */
export function messagesOf({ compacted, kept }: Plan): readonly Message[] {
  return [...compacted, ...kept].map(({ message }) => message);
}

/** Why a compaction is not planned, and the size of the context. */
export type Unplanned = {
  readonly type: "no-plan";
  readonly why: UnchangedReason;
  readonly usage: ContextUsage;
};

export type NoPlan = Unplanned | (NoRoom & { readonly usage: ContextUsage });

/** The request does not fit into `limitTokens`, however much is compacted. */
export type NoRoom = {
  readonly type: "no-room";
  readonly neededTokens: number;
  readonly limitTokens: number;
  /** The tokens of what must stay, by name. */
  readonly needs: Readonly<Record<string, number>>;
};
