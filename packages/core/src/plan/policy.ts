import type { ModelLimits } from "../tokens/window.ts";
import type { CutBoundary } from "./cut-point.ts";
import type { Keep, ResolvedKeep } from "./keep.ts";
import type { Trigger } from "./trigger.ts";

/** Tool results that pruning replaces before anything is summarized. */
export type PruneOptions = {
  /** When to prune without a summary, before the policy's own trigger is reached. Default: that trigger. */
  readonly trigger?: Trigger;
  /** The newest tool output that is kept, in tokens. Default: min(40,000, 25 % of the window). */
  readonly protectTokens?: number;
  /** The least that replacing old output must save, in tokens. Default: min(20,000, 12.5 % of the window). */
  readonly minimumSavings?: number;
  /** Tools whose results are always kept. Default: none. */
  readonly protectedTools?: readonly string[];
};

/** The defaults of {@link IntakeOptions}. Measured; see docs/economics.md. */
export const ABOVE = 8000;
export const PREVIEW = 1500;

/** Tool results that enter the view in part, with an outline of the rest. */
export type IntakeOptions = {
  /** Larger results are shown in part, in tokens. Default: 8,000. */
  readonly above?: number;
  /** The size of what is shown, in tokens. Default: 1,500. */
  readonly preview?: number;
  /** Tools whose results are always shown whole. Default: those of `prune`. */
  readonly protectedTools?: readonly string[];
};

/**
 * When to compact and how much to keep, as plain data, read at every call. Defaults scale with the window. Numbers that
 * do not fit the policy's own window are rejected; if they do not fit that of a request, the defaults are used. A policy
 * that is changed in place is not checked again.
 */
export type Policy = {
  /** `false` turns automatic compaction off; manual compaction still works. Default: `true`. */
  readonly enabled?: boolean;
  /** When to check whether a compaction is needed; `after-overflow` never checks. Default: `both`. */
  readonly check?: "before-request" | "after-answer" | "both" | "after-overflow";
  /** The context window in tokens. Takes precedence over the request's. */
  readonly windowTokens?: number;
  /**
   * The part of the window that is used, in tokens. Trigger and defaults scale with it. `null` uses the whole window.
   * Default: 200,000, or the whole window if this policy sets `windowTokens`, or a `trigger` in tokens.
   */
  readonly workingWindowTokens?: number | null;
  /** Limits and settings by model name. They take precedence over the rest of this policy. */
  readonly models?: Readonly<
    Record<string, Partial<Omit<ModelLimits, "prices">> & Omit<Policy, "models" | "windowTokens">>
  >;
  /** Default: 75 % of the window, at most 72,000 tokens, or 50 % if that is more. */
  readonly trigger?: Trigger;
  /**
   * The share of the window that a request may fill after a compaction; at most that of the trigger. Default: 16 % of the
   * window below the trigger, or less if the conversation grows fast, but at least 40,000 tokens.
   */
  readonly targetShare?: number;
  /** The newest items to keep. Default: min(20,000 tokens, 5 % of the window). */
  readonly keep?: Keep;
  /** The positions where a cut may be. Default: `message`. */
  readonly boundary?: CutBoundary;
  /**
   * User text and reminders to keep verbatim, in tokens, apart from pins; 0 keeps only system text, pins and the summary.
   * Each appended segment adds at most 6 % of the window. Default: min(20,000, 10 % of the window).
   */
  readonly keepUserTokens?: number;
  /**
   * The user's rules to keep verbatim, in tokens; 0 keeps only those that the app added. Default: 3 % of the window, at
   * least 300 (10 % of a smaller window), at most 2,000.
   */
  readonly rulesTokens?: number;
  /**
   * The lists of files and other facts from tool calls in a view, in tokens, as a part of the summaries'. An appended segment
   * adds new entries, in an eighth of that if no more is left. Default: 4 % of the window, at most 2,000.
   */
  readonly fileListTokens?: number;
  /** Replaces tool results before anything is summarized. Default: `"none"`. */
  readonly prune?: "none" | PruneOptions;
  /**
   * Shows large tool results in part: head, tail and an outline between them. It applies before the model has read them; the
   * history keeps them whole. Default: all are shown whole.
   */
  readonly intake?: IntakeOptions;
  /**
   * The size limit of all files and images, in bytes; the oldest are replaced by a note. Default: what a request to the
   * model may have, less the bytes of its text; no limit if that is unknown.
   */
  readonly fileBytes?: number;
  /**
   * The size limit of a summary with its file lists, in tokens. An appended one takes at most 9 % of the window, and 8,000 tokens. Default:
   * min(32,768, 20 % of the window), and 30 % for an offline summary.
   */
  readonly summaryTokens?: number;
  /** The share of the context that a compaction must save to be applied. Default: 0.1. */
  readonly minimumProgress?: number;
  /** Whether the outcome has a `continuation` prompt if work is pending. Default: `true`. */
  readonly autoContinue?: boolean;
  /** Takes an empty answer with status 429 for an overflow, as some gateways send it. Default: `false`. */
  readonly empty429IsOverflow?: boolean;
};

/** The limits for the files and messages of one request; `Infinity` without a limit. */
export type FileLimits = {
  /** Of inline files, in bytes. */
  readonly fileBytes: number;
  readonly images: number;
  /** Images and documents. */
  readonly files: number;
  /** Files that are not images. */
  readonly documents: number;
  /** Messages of all roles. */
  readonly messages: number;
};

/** A policy whose defaults for user text and for a summary are limited. */
export type LimitedPolicy = Policy & { readonly mostTokens?: number };

/** A policy for one window with all defaults. */
export type ResolvedPolicy = FileLimits &
  Required<
    Omit<
      Policy,
      | "empty429IsOverflow"
      | "fileBytes"
      | "intake"
      | "keep"
      | "models"
      | "prune"
      | "targetShare"
      | "workingWindowTokens"
    >
  > & {
    /** The working window. */
    readonly windowTokens: number;
    /** The size above which the trigger is reached. */
    readonly limitTokens: number;
    /** The size after a compaction; `null` if it depends on the growth of the conversation. */
    readonly targetTokens: number | null;
    readonly keep: ResolvedKeep;
    readonly prune: "none" | Required<PruneOptions>;
    /** The size of an appended summary with its file lists, in tokens. */
    readonly segmentTokens: number;
    /** The user text of an appended segment, in tokens. */
    readonly segmentUserTokens: number;
    /** The largest size of all segments to which one may be appended, in tokens. */
    readonly prefixTokens: number;
    /** The most for an offline summary, which is smaller if it leaves no room for new messages. */
    readonly offlineSummaryTokens: number;
    /** Settings that do not fit the window and have their defaults. */
    readonly misfits: readonly string[];
  };
