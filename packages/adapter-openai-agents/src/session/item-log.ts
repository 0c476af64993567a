import type { FitOutcome, TokenUsage } from "@cutpoint/core";
import type { Session as CutpointSession } from "@cutpoint/session";
import type { AgentInputItem, RunContext } from "@openai/agents-core";
import type { SessionRequest } from "./compacting-session.ts";

/** The items of a session. The caller ensures the order of the calls. */
export type ItemLog = {
  readonly sessionId: () => Promise<string>;
  /** Returns the items to send, in new objects. */
  readonly visibleItems: (context: RunContext | undefined) => Promise<AgentInputItem[]>;
  readonly allItems: () => Promise<AgentInputItem[]>;
  /** @param usageOf returns the usage of the request whose answer ends with an item, if it is known */
  readonly append: (
    items: readonly AgentInputItem[],
    context: RunContext | undefined,
    usageOf?: (item: AgentInputItem) => TokenUsage | undefined,
  ) => Promise<void>;
  readonly pop: (context: RunContext | undefined) => Promise<AgentInputItem | undefined>;
  readonly clear: (context: RunContext | undefined) => Promise<void>;
  /** Aborts a running compaction, because its items are about to be removed. */
  readonly interrupt: () => void;
  /** Compacts if needed. May run at the same time as other methods. */
  readonly compact: (force: boolean, context: RunContext | undefined) => Promise<FitOutcome>;
  /** Compacts the requests of a run in the log itself. `undefined` if the log does not support it. */
  readonly requests?: RequestLog | undefined;
};

type RequestLog = {
  /** Whether the session was created with a policy. */
  readonly hasPolicy: boolean;
  /** Other content of the requests, for fields that a request lacks. */
  readonly request: SessionRequest;
  readonly open: () => Promise<Pick<CutpointSession, "fit" | "recover" | "usage">>;
  /** Returns all visible items. Calls without a result get a replacement. */
  readonly items: () => Promise<AgentInputItem[]>;
};
