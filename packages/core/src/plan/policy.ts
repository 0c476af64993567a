import type { ModelLimits } from "../tokens/window.ts";
import type { CutBoundary } from "./cut-point.ts";
import type { Trigger } from "./trigger.ts";

/** Which tool results a pruning hides, before anything is summarized. */
export type PruneOptions = {
  /** The newest tool output that stays, in tokens. Default: min(40,000, 25 % of the window). */
  readonly protectTokens?: number;
  /** Nothing is hidden where all of it together would save less, in tokens. Default: min(20,000, 12.5 %). */
  readonly minimumSavings?: number;
  /** Tools whose results always stay. Default: none. */
  readonly protectedTools?: readonly string[];
  /** Hides reads that a newer complete read of the same thing has superseded. Default `true`. */
  readonly superseded?: boolean;
  /** Hides results that their tool flagged as useless. Default `true`. */
  readonly useless?: boolean;
};

/**
 * When to compact and how much to keep, as plain data. What is left out scales with the window; what is given is taken
 * as it is, and refused where it does not fit. To change a policy, give another: one that is altered in place may go
 * unnoticed.
 */
export type Policy = {
  /** `false` stops automatic compaction; `compact()` by hand goes on working. Default `true`. */
  readonly enabled?: boolean;
  /** Whether to check before each request, after each answer, or both. Default `both`. */
  readonly check?: "before-request" | "after-answer" | "both";
  /** The context window in tokens; takes precedence over the request's. */
  readonly windowTokens?: number;
  /**
   * The most of the window that is used, in tokens: trigger and shares are computed from it. The model still accepts its
   * own window. `null` uses the whole window. Default: 200,000, unless this policy sets `windowTokens`, or `trigger` or
   * `targetTokens` in tokens.
   */
  readonly workingWindowTokens?: number | null;
  /** By model name: its limits, and what differs for it from the rest of this policy. */
  readonly models?: Readonly<
    Record<
      string,
      Partial<Omit<ModelLimits, "cacheTtlMs" | "prices">> & Omit<Policy, "models" | "windowTokens">
    >
  >;
  /** Default: a reserve of min(16,384 tokens, 25 % of the window). */
  readonly trigger?: Trigger;
  /** What a compaction brings the context down to, in tokens; below the trigger. Default: the trigger's limit. */
  readonly targetTokens?: number;
  /** How much of the newest items stays, in tokens. Default: min(20,000, 35 % of the window). */
  readonly keepTokens?: number;
  /** How much stays, as a share of what the system text leaves of the window; instead of `keepTokens`. */
  readonly keepShare?: number;
  /** The newest turns that stay where they fit, whatever `keepTokens` says. Default 0. */
  readonly keepTurns?: number;
  /** Where a cut may lie. Default `message`. */
  readonly boundary?: CutBoundary;
  /**
   * The most user text that stays verbatim, in tokens; 0 keeps only system text, pins and the summary. Default:
   * min(20,000, 10 % of the window).
   */
  readonly keepUserTokens?: number;
  /** Hides tool results before anything is summarized. Default `"none"`. */
  readonly prune?: "none" | PruneOptions;
  /** The most that files and images may take, in bytes; beyond that the oldest become a note. Default: no limit. */
  readonly fileBytes?: number;
  /** The most that a summary takes, file lists included, in tokens. Default: min(16,384, 10 % of the window). */
  readonly summaryTokens?: number;
  /** A compaction that saves less than this share is not applied. Default 0.1. */
  readonly minimumProgress?: number;
  /** Whether an outcome with work pending carries a text to go on with. Default `true`. */
  readonly autoContinue?: boolean;
  /** Takes an answer of status 429 without a body for an overflow, as one of the gateways means it. Default `false`. */
  readonly empty429IsOverflow?: boolean;
};

/** A policy for one window, every number filled in. */
export type ResolvedPolicy = {
  readonly enabled: boolean;
  readonly check: "before-request" | "after-answer" | "both";
  /** The working window. */
  readonly windowTokens: number;
  readonly trigger: Trigger;
  /** A compaction is due above this many tokens. */
  readonly limitTokens: number;
  /** What a compaction brings the context down to. */
  readonly targetTokens: number;
  readonly keepTokens: number;
  readonly keepTurns: number;
  readonly boundary: CutBoundary;
  /** 0 if no user text is kept. */
  readonly keepUserTokens: number;
  readonly prune: "none" | Required<PruneOptions>;
  readonly fileBytes: number | null;
  readonly summaryTokens: number;
  readonly minimumProgress: number;
  readonly autoContinue: boolean;
};
