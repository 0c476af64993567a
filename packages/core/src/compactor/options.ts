import type { ClassifyOptions, ProviderError } from "@cutpoint/provider-errors";
import type { Redact } from "@cutpoint/redact";
import type { ToolKinds } from "../digest/tool-kinds.ts";
import type { Json } from "../message/json.ts";
import type { Request } from "../message/request.ts";
import type { CachePolicy, Plan } from "../plan/plan.ts";
import type { Policy } from "../plan/policy.ts";
import type { Reminder } from "../plan/verbatim.ts";
import type { FindRules } from "@cutpoint/rules";
import type { Summarizer } from "../summary/summarizer.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";
import type { ModelCatalog } from "../tokens/window.ts";
import type { Sleep } from "./delay.ts";
import type { CompactionEvent } from "./events.ts";

/** Guidance for one summary. */
export type Guidance = {
  /** Instructions for the summary. */
  readonly instructions?: string;
  /** Lines added to the conversation, such as the branch or the open files. */
  readonly contextLines?: readonly string[];
  /** Replaces the summarizer's own prompt. */
  readonly prompt?: string;
  /** Requests a text of a few words for a user interface too, `receipt.shortText`. Default: `false`. */
  readonly shortText?: boolean;
};

/**
 * The decision of a hook about a planned compaction. Without a decision it continues.
 *
 * `cancel` stops it. `supply` replaces the summarizer's text. `guide` adds guidance. `details` and `preserved` are stored
 * in the receipt.
 */
export type Decision =
  | { readonly type: "cancel" }
  | {
      readonly type: "supply";
      readonly summary: { readonly text: string; readonly details?: Json };
      readonly preserved?: Json;
    }
  | (Guidance & { readonly type: "guide"; readonly preserved?: Json });

/** Called before each compaction. If it throws, `hook-failed` is emitted and the compaction continues. */
export type BeforeCompaction = (
  plan: Plan,
  signal: AbortSignal,
) => Decision | undefined | void | Promise<Decision | undefined | void>;

/** Reads the class of an error and the limit that it reports. Must not throw. */
type ClassifyError = (error: unknown, options?: ClassifyOptions) => ProviderError;

/** Limits for making one summary. */
export type SummaryOptions = {
  /** The limit for model calls in one compaction, retries included. Default: 16. */
  readonly maxCalls?: number;
  /** The time for all summarizers together, in ms. Offline summarizers are called even after it. Default: 300,000. */
  readonly deadlineMs?: number;
  /** Waits for the deadline. Default: a timer. */
  readonly sleep?: Sleep;
};

/** One summarizer, a list that is tried in order, or a function of the plan (`null` for a branch that was left). */
export type Summarizers =
  | Summarizer
  | readonly Summarizer[]
  | ((plan: Plan | null) => Summarizer | readonly Summarizer[]);

/** Options of a compactor. */
export type CompactorOptions = {
  readonly summarizer: Summarizers;
  /** When to compact and how much to keep; a function is called for every request. Default: `{}`. */
  readonly policy?: Policy | ((request: Request) => Policy);
  readonly summaries?: SummaryOptions;
  /**
   * Removes secrets from everything that a summarizer reads and writes. If it throws, `hook-failed` is emitted and the
   * default is used. Default: `redactSecrets` of `@cutpoint/redact`.
   */
  readonly redact?: Redact;
  /** Reads what a provider refused. Default: `readProviderError` of `@cutpoint/provider-errors`. */
  readonly classifyError?: ClassifyError;
  /** Default: `createEstimator()`. */
  readonly estimator?: TokenEstimator;
  /**
   * Looks up the windows of models that neither the policy nor the request names. Default: that of `@cutpoint/models`,
   * which is loaded for the first request that names a model. Before that, `usage` has no window.
   */
  readonly catalog?: ModelCatalog;
  readonly beforeCompaction?: BeforeCompaction;
  /** Texts that every compaction repeats, such as a to-do list; called for each compaction. */
  readonly reminders?: () => readonly Reminder[];
  /**
   * A sentence for the introduction of the prefix that names the tool for looking up details. Left out if it takes more
   * than a tenth of the summary's budget. Default: none.
   */
  readonly recallHint?: string;
  /**
   * Called for each event. Errors that it throws are ignored. If nothing listens, a model whose window is unknown is
   * reported on the console, once. Default: none.
   */
  readonly onEvent?: (event: CompactionEvent) => void;
  /** The kinds of your tools, for digests and pruning. They take precedence over the built-in rules. */
  readonly toolKinds?: ToolKinds;
  /** Finds the user's rules in the text of a user message. Default: `findRules`. */
  readonly findRules?: FindRules;
  /**
   * Compacts after an answer in which the model called the tool `compact_conversation`, if the context is larger than half
   * of the trigger. The passages that the call asks to keep stay verbatim, up to 500 tokens. Default: `false`.
   */
  readonly compactTool?: boolean;
  /**
   * Prepares automatic compactions at 90 % of the trigger, while the conversation continues, and applies them at the
   * trigger. Until a summary is finished, requests may fill half of the window above the trigger. A failed one is made
   * again at the trigger. A signal stops preparations; disposing a session does too. Default: `false`.
   */
  readonly background?: boolean | AbortSignal;
  /** Knowledge about the provider's cache and prices, from `createCachePolicy`. Default: none. */
  readonly cache?: CachePolicy;
  /**
   * The size of a state as JSON, in bytes. Lowers the defaults of `keepUserTokens` and `summaryTokens`, and removes data
   * that still does not fit; `receipt.trimmed` lists it. A summary is never shortened. Default: no limit.
   */
  readonly maxStateBytes?: number;
  /** Returns the time in ms since the epoch. Default: `Date.now`. */
  readonly now?: () => number;
};
