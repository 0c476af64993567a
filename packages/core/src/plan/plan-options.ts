import type { ReportedLimit } from "@cutpoint/provider-errors";
import type { ToolKinds } from "../digest/tool-kinds.ts";
import type { CompactionReason } from "../message/receipt.ts";
import type { FindRules, RuleStatement } from "@cutpoint/rules";
import type { Message } from "../message/message.ts";
import type { TokenEstimator } from "../tokens/estimator.ts";
import type { ModelCatalog } from "../tokens/window.ts";
import type { CachePolicy } from "./plan.ts";
import type { Reminder } from "./verbatim.ts";

export type PlanOptions = {
  /** All reasons but `threshold` also plan below the trigger. Default: `threshold`. */
  readonly reason?: CompactionReason | undefined;
  /** Compacts at any size. Default: `false`. */
  readonly isForced?: boolean | undefined;
  /** Whether a request will be sent or an answer has just arrived. Default: `before-request`. */
  readonly moment?: "before-request" | "after-answer" | undefined;
  /** The limit that the provider reported with an `overflow`. */
  readonly reportedLimit?: ReportedLimit | null | undefined;
  /** Instructions for the summary. With these, an unchanged history is compacted again. */
  readonly instructions?: string | undefined;
  readonly estimator: TokenEstimator;
  /** Looks up the windows of models that neither the policy nor the request names. */
  readonly catalog?: ModelCatalog | undefined;
  readonly toolKinds?: ToolKinds | undefined;
  /** Returns texts that every compaction repeats. Called only if a plan is made. */
  readonly reminders?: (() => readonly Reminder[]) | undefined;
  /** Whether the model can ask for a compaction, and for passages to keep. Default: `false`. */
  readonly compactTool?: boolean | undefined;
  /** Finds rules in the text of a user message. Default: `findRules`. */
  readonly findRules?: FindRules | undefined;
  /** What the user's messages state about rules, for each message that was read. */
  readonly knownRules: WeakMap<Message, readonly RuleStatement[]>;
  /** Estimates cache state and costs. Called only if a plan is made. */
  readonly cache?: CachePolicy | undefined;
  /** Returns the time in ms since the epoch. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
};
