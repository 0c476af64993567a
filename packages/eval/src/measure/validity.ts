import { type Message, type TokenEstimator, toolCalls } from "@cutpoint/core";

/** Reason why a provider or the budget rejects a result. */
export type Violation = "over-budget" | "orphan-result" | "unanswered-call";

/** Counts the tokens of messages, without system messages. */
export function tokensOf(messages: readonly Message[], estimator: TokenEstimator): number {
  return messages.reduce(
    (sum, message) => sum + (message.role === "system" ? 0 : estimator.estimate(message)),
    0,
  );
}

/** Returns the violations of a result. An empty list means that it is valid. */
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
