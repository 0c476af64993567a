import type { Item, Message } from "@cutpoint/core";

/** A call of a model for a summary, in tokens. */
export type SummaryCall = {
  readonly freshTokens: number;
  /** Input that the provider reads from its cache. */
  readonly cachedTokens: number;
  readonly outputTokens: number;
};

/** The messages of one request. */
export type Step = {
  readonly messages: readonly Message[];
  readonly isCompacted: boolean;
  /** The calls for summaries, including those whose answer was not used. */
  readonly calls: readonly SummaryCall[];
};

/** A conversation that is played under a policy. */
type Player = {
  /** Returns the next request, compacted first if needed. */
  readonly next: (items: readonly Item[]) => Promise<Step>;
  /** Returns the messages that a compaction now would leave, without effect on later requests. */
  readonly compacted: (items: readonly Item[]) => Promise<readonly Message[]>;
};

/** A way to keep a conversation within a window. */
export type Way = {
  readonly name: string;
  /** Whether the window is large enough for its constants. */
  readonly fits: (windowTokens: number) => boolean;
  /** The size above which it compacts. */
  readonly limitTokens: (windowTokens: number) => number;
  readonly play: (windowTokens: number) => Player;
};
