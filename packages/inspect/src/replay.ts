import {
  type CompactionState,
  createCompactor,
  type Item,
  type Message,
  type Summarizer,
  type TokenEstimator,
} from "@cutpoint/core";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { createAdjustableEstimator } from "./adjustable-estimator.ts";
import type { FoundCompaction } from "./found-compaction.ts";
import { POLICIES, type ReplaySettings } from "./replay-choices.ts";
import { createRequestCosts, type RequestCosts } from "./request-costs.ts";
import type { ThreadContext } from "./thread-context.ts";

/** A request of a replay. */
export type ReplayStep = {
  /** Index of the first message after it. */
  readonly at: number;
  readonly costs: RequestCosts;
  /** The compaction before the request. `null` without one. */
  readonly found: FoundCompaction | null;
  /** Why a compaction was needed, but not possible. `null` without a failure. */
  readonly failure: string | null;
};

/**
 * Replays a thread as an app that uses Cutpoint: calls `fit` before each answer.
 *
 * Reported token usage and earlier summaries are left out, since they belong to other requests.
 *
 * @throws `invalid-input` if the policy does not fit the window
 */
export async function* replayThread(
  { all, estimator, messages }: ThreadContext,
  { policy, summarizer, windowTokens }: ReplaySettings,
): AsyncGenerator<ReplayStep> {
  const replayed = createReplayedMessages(estimator);
  const compactor = createCompactor({
    summarizer: summarizer === "none" ? createOmission() : createExtractiveSummarizer(),
    policy: POLICIES[policy].policy,
    estimator: replayed.estimator,
  });
  const costs = createRequestCosts(windowTokens);
  const items: Item[] = [];
  let state: CompactionState | null = null;
  let view: readonly Message[] = [];
  let from = 0;
  for (const [at, message] of all.entries()) {
    if (message.role === "assistant" && all[at - 1]?.role !== "assistant") {
      const fitted = await compactor.fit({ items: [...items], state }, { windowTokens });
      ({ state } = fitted);
      const { outcome } = fitted;
      let found: FoundCompaction | null = null;
      if (outcome.type === "compacted") {
        const { cost, method } = outcome.receipt;
        const before = [...view, ...all.slice(from, at).filter(isSaid)];
        const after = fitted.view.messages.map((each) => replayed.originalOf(each));
        found = { ...KIND, method, cost, at, before, after, budgetTokens: null };
        view = after;
        from = at;
      }
      yield {
        at,
        costs: costs.request(outcome.type === "compacted" ? outcome.receipt : null),
        found,
        failure: outcome.type === "failed" ? outcome.error.message : null,
      };
    }
    if (!isSaid(message)) continue;
    items.push({ id: messages[at]?.id ?? "", message: replayed.add(message) });
    costs.add(estimator.estimate(message));
  }
}

const KIND = { origin: "replayed", trigger: "auto" } as const;

/** Whether a message was not written by an earlier compaction. */
function isSaid(message: Message): boolean {
  return message.role !== "user" || message.provenance !== "summary";
}

type ReplayedMessages = {
  /** Returns the message without its reported usage. */
  readonly add: (message: Message) => Message;
  readonly originalOf: (replayed: Message) => Message;
  readonly estimator: TokenEstimator;
};

function createReplayedMessages(estimator: TokenEstimator): ReplayedMessages {
  const originals = new Map<Message, Message>();
  const adjusted = createAdjustableEstimator(estimator);
  return {
    estimator: adjusted,
    originalOf: (replayed) => originals.get(replayed) ?? replayed,
    add(message) {
      if (message.role !== "assistant" || message.usage === undefined) return message;
      const { usage: _, ...replayed } = message;
      originals.set(replayed, message);
      adjusted.set(replayed, estimator.estimate(message));
      return replayed;
    },
  };
}

/** Creates a summarizer that only says that messages were removed. */
function createOmission(): Summarizer {
  return {
    name: "none",
    offline: true,
    summarize: async () =>
      Promise.resolve({ text: "Earlier messages were removed.", method: "none", calls: 0 }),
  };
}
