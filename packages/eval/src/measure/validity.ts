import { type Message, type TokenEstimator, toolCalls } from "@cutpoint/core";

/** Why a provider, or the budget, refuses a result. */
export type Violation = "over-budget" | "orphan-result" | "unanswered-call";

/** Exact tokens of some messages, system messages left out. */
export function tokensOf(messages: readonly Message[], estimator: TokenEstimator): number {
  return messages.reduce(
    (sum, message) => sum + (message.role === "system" ? 0 : estimator.estimate(message)),
    0,
  );
}

/** What is wrong with a result; empty where it is valid. */
export function violationsOf(
  messages: readonly Message[],
  budgetTokens: number,
  estimator: TokenEstimator,
): readonly Violation[] {
  const found = new Set<Violation>();
  let open = new Set<string>();
  for (const message of messages) {
    if (message.role === "system") continue;
    if (message.role === "tool") {
      if (!open.delete(message.callId)) found.add("orphan-result");
      continue;
    }
    if (open.size > 0) found.add("unanswered-call");
    open = new Set(toolCalls(message).map(({ callId }) => callId));
  }
  if (open.size > 0) found.add("unanswered-call");
  if (tokensOf(messages, estimator) > budgetTokens) found.add("over-budget");
  return [...found];
}
