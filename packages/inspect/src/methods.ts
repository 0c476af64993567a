import { compactMessages, type Message, type TokenEstimator } from "@cutpoint/core";
import {
  createClearResults,
  createKeepNewest,
  createUserTextAndNewest,
} from "@cutpoint/eval/measures";
import { createExtractiveSummarizer } from "@cutpoint/extractive";

/** The methods that a page can compute. */
export const METHODS = {
  cutpoint: "Cutpoint, offline",
  "user-text-and-newest": "User text and the newest messages",
  "clear-results": "Clear old tool results",
  "keep-newest": "Only the newest messages",
} as const;

export type MethodName = keyof typeof METHODS;

export type MethodSettings = {
  readonly method: MethodName;
  readonly budgetTokens: number;
  /** User text that Cutpoint keeps verbatim. `null`: its default. */
  readonly keepUserTokens: number | null;
};

/**
 * Compacts the messages before a cut. Messages that stay unchanged are the same objects.
 *
 * @throws `budget-too-small` if the budget is too small for the smallest summary
 */
export async function compactWith(
  messages: readonly Message[],
  { method, budgetTokens, keepUserTokens }: MethodSettings,
  estimator: TokenEstimator,
): Promise<readonly Message[]> {
  if (method === "cutpoint") {
    const summarizer = createExtractiveSummarizer();
    const user = keepUserTokens === null ? {} : { keepUserTokens };
    return (await compactMessages(messages, { budgetTokens, estimator, summarizer, ...user }))
      .messages;
  }
  const arm = ARMS[method]();
  if (arm.role === "oracle") return [];
  const result = await arm.compact({
    messages,
    history: messages,
    rounds: 1,
    state: undefined,
    budgetTokens,
    estimator,
  });
  return typeof result === "string" ? [] : "messages" in result ? result.messages : result;
}

const ARMS = {
  "user-text-and-newest": createUserTextAndNewest,
  "clear-results": createClearResults,
  "keep-newest": createKeepNewest,
} as const;
