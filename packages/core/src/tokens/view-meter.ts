import type { Message } from "../message/message.ts";
import { createSequence } from "../view/sequence.ts";
import type { TokenEstimator } from "./estimator.ts";
import { messagesTokens } from "./usage.ts";

/** The estimated tokens of a view that grows message by message. Equals the estimate of the complete view. */
export type ViewMeter = {
  readonly tokens: () => number;
  readonly add: (message: Message) => void;
};

export function createViewMeter(prefix: readonly Message[], estimator: TokenEstimator): ViewMeter {
  let tokens = messagesTokens(prefix, estimator);
  /** Placeholders of results. They are estimated only if the sum is read before the result comes. */
  const placeholders = new Set<Message>();

  const sequence = createSequence(prefix, (message, before) => {
    if (before === undefined && message.role === "tool") placeholders.add(message);
    else tokens += estimator.estimate(message);
    if (before !== undefined && !placeholders.delete(before)) tokens -= estimator.estimate(before);
  });

  function sum(): number {
    for (const message of placeholders) tokens += estimator.estimate(message);
    placeholders.clear();
    return tokens;
  }

  return { tokens: sum, add: (message) => sequence.add({ id: null, message }) };
}
