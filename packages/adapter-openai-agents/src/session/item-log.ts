import type { FitOutcome, TokenUsage } from "@cutpoint/core";
import type { AgentInputItem, ModelRequest, RunContext } from "@openai/agents-core";
import type { FittedInput } from "../model/compacted-call.ts";

/** The items of a session. The caller ensures the order of the calls. */
export type ItemLog = {
  readonly sessionId: () => Promise<string>;
  /** Returns the items to send, in new objects. */
  readonly visibleItems: (context: RunContext | undefined) => Promise<AgentInputItem[]>;
  /** Returns the items that a run reads if its requests are compacted. */
  readonly runItems: (context: RunContext | undefined) => Promise<AgentInputItem[]>;
  readonly allItems: () => Promise<AgentInputItem[]>;
  readonly append: (
    items: readonly AgentInputItem[],
    context: RunContext | undefined,
    usageOf?: UsageOf,
  ) => Promise<void>;
  readonly pop: (context: RunContext | undefined) => Promise<AgentInputItem | undefined>;
  readonly clear: (context: RunContext | undefined) => Promise<void>;
  /** Aborts a running compaction, because its items are about to be removed. */
  readonly interrupt: () => void;
  /** Compacts if needed. May run at the same time as other methods. */
  readonly compact: (force: boolean, context: RunContext | undefined) => Promise<FitOutcome>;
  /** The number of compactions since the session was opened. */
  readonly compactions: () => number;
  /** Whether the session was created with a policy. */
  readonly hasPolicy: boolean;
  /** Compacts the input of a run's request if needed, so that later runs use the same compaction. */
  readonly fit: (request: ModelRequest, place: RequestPlace) => Promise<FittedInput | null>;
};

/** Returns the usage of the request whose answer ends with an item. */
export type UsageOf = (item: AgentInputItem) => TokenUsage | undefined;

/** The place of a request in its run. */
type RequestPlace = {
  readonly model: string | undefined;
  /** Whether the run's items are written as they occur. */
  readonly isRecorded: boolean;
  /** Returns the items of the request that are not in the log. */
  readonly pending: () => readonly AgentInputItem[];
  /** The number of compactions when the run has read the log. */
  readonly compactions: number;
};
