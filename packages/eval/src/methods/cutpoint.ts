import {
  type CompactionState,
  compactMessages,
  createCompactor,
  type Policy,
  type Summarizer,
} from "@cutpoint/core";
import { budgetPolicy } from "@cutpoint/core/kit";
import { createExtractiveSummarizer } from "@cutpoint/extractive";
import { searchSession } from "@cutpoint/session";
import type { Arm, MethodRequest, MethodResult, SearchRequest } from "./method.ts";
import { itemsOf, systemMessages } from "./steps.ts";
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
      if (policy === undefined && request.rounds === 1) return byDefault(request, options);
      return byPolicy(request, options);
    },
    search: searchTranscript,
  };
}

/** Calls `compactMessages` as an app does: without settings. System messages do not count, so they are set aside. */
async function byDefault(
  { messages, budgetTokens }: MethodRequest,
  { summarizer = createExtractiveSummarizer() }: CutpointMethodOptions,
): Promise<MethodResult> {
  const said = messages.filter(({ role }) => role !== "system");
  const result = await compactMessages(said, { budgetTokens, summarizer });
  return [...systemMessages(messages), ...result.messages];
}

/** Passes the state from round to round, as a session does. The window has room for the system messages too. */
async function byPolicy(
  { history, state, budgetTokens, estimator }: MethodRequest,
  { policy, summarizer = createExtractiveSummarizer() }: CutpointMethodOptions,
): Promise<MethodResult> {
  const systemTokens = systemMessages(history).reduce(
    (sum, message) => sum + estimator.estimate(message),
    0,
  );
  const windowTokens = budgetTokens + systemTokens;
  const compactor = createCompactor({
    policy: policy ?? budgetPolicy(history, { budgetTokens: windowTokens, estimator }),
    estimator,
    summarizer,
  });
  const fitted = await compactor.fit(
    { items: itemsOf(history), state: (state as CompactionState | undefined) ?? null },
    { windowTokens, force: true },
  );
  if (fitted.outcome.type === "failed") throw fitted.outcome.error;
  return { messages: fitted.view.messages, state: fitted.state };
}

/** Searches the messages as a session searches its log. */
export async function searchTranscript({
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
