import {
  type CompactionState,
  createCompactor,
  createEstimator,
  type Item,
  type Message,
  type Policy,
  type Summarizer,
  type TokenEstimator,
} from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";

/** A call of a model for a summary, in tokens. */
export type SummaryCall = {
  readonly freshTokens: number;
  /** Input that the provider reads from its cache. */
  readonly cachedTokens: number;
  readonly outputTokens: number;
};

/** The messages of one request. */
export type PlayedRequest = {
  readonly messages: readonly Message[];
  readonly isCompacted: boolean;
  /** The calls for summaries, including those whose answer was not used. */
  readonly calls: readonly SummaryCall[];
};

/** Keeps a conversation within a window while it is replayed. */
export type Player = {
  /** Returns the next request, compacted first if needed. */
  readonly next: (items: readonly Item[]) => Promise<PlayedRequest>;
  /** Returns the messages that a compaction now would leave, without effect on later requests. */
  readonly compacted: (items: readonly Item[]) => Promise<readonly Message[]>;
};

/**
 * Creates a player that calls `fit` of a compactor before each request. By default its summaries are offline. Secrets are
 * not looked for, because nothing is sent.
 */
export function createPolicyPlayer(
  policy: Policy,
  windowTokens: number,
  {
    calls = [],
    compactTool = false,
    estimator = createEstimator(),
    summarizer = createExtractiveSummarizer(),
  }: {
    /** See `CompactorOptions`. */
    readonly compactTool?: boolean;
    /** Share one that remembers its counts between players. */
    readonly estimator?: TokenEstimator;
    readonly summarizer?: Summarizer | readonly Summarizer[];
    /** Receives the calls of the summarizer during one request. */
    readonly calls?: SummaryCall[];
  } = {},
): Player {
  const redact = (text: string): string => text;
  const compactor = createCompactor({ summarizer, policy, compactTool, estimator, redact });
  let state: CompactionState | null = null;
  return {
    async next(items) {
      calls.length = 0;
      const fitted = await compactor.fit({ items, state }, { windowTokens });
      ({ state } = fitted);
      const isCompacted = fitted.outcome.type === "compacted";
      return { messages: fitted.view.messages, isCompacted, calls: [...calls] };
    },
    async compacted(items) {
      const { view } = await compactor.fit({ items, state }, { windowTokens, force: true });
      return view.messages;
    },
  };
}
