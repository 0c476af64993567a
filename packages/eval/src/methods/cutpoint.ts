import {
  type CompactionState,
  compactMessages,
  createCompactor,
  isCutpointError,
  type Policy,
  type Summarizer,
} from "@cutpoint/core";
import { budgetPolicy } from "@cutpoint/core/kit";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { searchSession } from "@cutpoint/session";
import type { Arm, MethodRequest, MethodResult, SearchRequest } from "./method.ts";
import { systemMessages } from "./steps.ts";
import { createTranscriptStore, placeOf, TRANSCRIPT_SESSION } from "./transcript-store.ts";

export type CutpointMethodOptions = {
  /** Name in reports. Default: `cutpoint`. */
  readonly name?: string;
  /** Default: the offline summarizer. */
  readonly summarizer?: Summarizer | readonly Summarizer[];
  /** Policy with the budget as window. Default: the policy of `compactMessages`. */
  readonly policy?: Policy;
};

/**
 * Creates a method that uses Cutpoint: `compactMessages`, or a compactor with a policy, and the search of a session.
 */
export function createCutpoint(options: CutpointMethodOptions = {}): Arm {
  const { name = "cutpoint", policy } = options;
  return {
    role: "method",
    name,
    compact: (request) => {
      if (policy !== undefined) return byPolicy(request, policy, options);
      return request.rounds === 1 ? byBudget(request, options) : inRounds(request, options);
    },
    search,
  };
}

/** If the user's last message does not fit, the summary has to contain it. */
async function byBudget(
  { messages, budgetTokens, estimator }: MethodRequest,
  { summarizer = createExtractiveSummarizer() }: CutpointMethodOptions,
): Promise<MethodResult> {
  const options = {
    budgetTokens: budgetTokens + systemTokens(messages, estimator),
    estimator,
    summarizer,
  };
  try {
    return (await compactMessages(messages, options)).messages;
  } catch (error) {
    if (!isCutpointError(error, "budget-too-small")) throw error;
    return (await compactMessages(messages, { ...options, keepUserTokens: 0 })).messages;
  }
}

/** Does the same as {@link byBudget}, with a state that is passed from round to round. */
async function inRounds(
  request: MethodRequest,
  options: CutpointMethodOptions,
): Promise<MethodResult> {
  const { estimator, history } = request;
  const budgetTokens = request.budgetTokens + systemTokens(history, estimator);
  try {
    return await byPolicy(request, budgetPolicy(history, { budgetTokens, estimator }), options);
  } catch (error) {
    if (!isCutpointError(error, "budget-too-small")) throw error;
    const policy = budgetPolicy(history, { budgetTokens, estimator, keepUserTokens: 0 });
    return byPolicy(request, policy, options);
  }
}

/** Passes the state from round to round, as a session does. */
async function byPolicy(
  { history, state, budgetTokens, estimator }: MethodRequest,
  policy: Policy,
  { summarizer = createExtractiveSummarizer() }: CutpointMethodOptions,
): Promise<MethodResult> {
  const compactor = createCompactor({
    policy,
    estimator,
    summarizer,
  });
  const items = history.map((message, index) => ({
    id: `message-${index + 1}`,
    message,
    stale: true as const,
  }));
  const {
    view,
    state: mark,
    outcome,
  } = await compactor.fit(
    { items, state: (state as CompactionState | undefined) ?? null },
    { windowTokens: budgetTokens + systemTokens(history, estimator), force: true },
  );
  if (outcome.type === "failed") throw outcome.error;
  return { messages: view.messages, state: mark };
}

function systemTokens(
  messages: MethodRequest["messages"],
  estimator: MethodRequest["estimator"],
): number {
  return systemMessages(messages).reduce((sum, message) => sum + estimator.estimate(message), 0);
}

async function search({
  messages,
  queries,
  limit,
}: SearchRequest): Promise<readonly (readonly number[])[]> {
  const store = createTranscriptStore(messages);
  const found: (readonly number[])[] = [];
  for (const query of queries) {
    const hits = await searchSession(store, TRANSCRIPT_SESSION, query, { limit, loosely: true });
    found.push(hits.map(({ entryId }) => placeOf(entryId)));
  }
  return found;
}
