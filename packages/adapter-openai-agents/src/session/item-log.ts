import type { FitOptions, FitOutcome, TokenUsage } from "@cutpoint/core";
import type { AgentInputItem, RunContext } from "@openai/agents-core";

/** Where a session's items are kept; whoever calls keeps the order. */
export type ItemLog = {
  readonly sessionId: () => Promise<string>;
  /** What the model is to be sent, in fresh objects. */
  readonly shown: (context: RunContext | undefined) => Promise<AgentInputItem[]>;
  readonly everything: () => Promise<AgentInputItem[]>;
  /** @param usageOf what the request took whose answer ends with an item, where that is known */
  readonly append: (
    items: readonly AgentInputItem[],
    context: RunContext | undefined,
    usageOf?: (item: AgentInputItem) => TokenUsage | undefined,
  ) => Promise<void>;
  readonly pop: (context: RunContext | undefined) => Promise<AgentInputItem | undefined>;
  readonly clear: (context: RunContext | undefined) => Promise<void>;
  /** Ends a compaction that is under way: it would be of what is no longer there. */
  readonly interrupt: () => void;
  /** Compacts where that is due; beside the other verbs, as it may take its time. */
  readonly compact: (force: boolean, context: RunContext | undefined) => Promise<FitOutcome>;
  /** What keeps the requests of a run within the window in the log itself, where that can be done. */
  readonly requests?: RequestLog;
};

export type RequestLog = {
  /**
   * Compacts where that is due for a request.
   *
   * @param tail what the request holds beside the log
   */
  readonly fit: (tail: readonly AgentInputItem[], options: FitOptions) => Promise<FitOutcome>;
  /** All that the log shows, calls and results made whole. */
  readonly items: () => Promise<AgentInputItem[]>;
};
