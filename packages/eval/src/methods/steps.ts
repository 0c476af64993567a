import type { Item, Message, TokenEstimator } from "@cutpoint/core";

/** Messages that are kept or dropped together: an answer with its tool results, or one other message. */
export type Step = { readonly messages: readonly Message[]; readonly tokens: number };

/** Splits a history into steps, oldest first, without system messages. */
export function stepsOf(messages: readonly Message[], estimator: TokenEstimator): readonly Step[] {
  const steps: { messages: Message[]; tokens: number }[] = [];
  for (const message of messages) {
    if (message.role === "system") continue;
    const tokens = estimator.estimate(message);
    const step = steps.at(-1);
    if (message.role === "tool" && step !== undefined) {
      step.messages.push(message);
      step.tokens += tokens;
    } else steps.push({ messages: [message], tokens });
  }
  return steps;
}

export function systemMessages(messages: readonly Message[]): readonly Message[] {
  return messages.filter(({ role }) => role === "system");
}

export function messagesOf(steps: readonly Step[]): readonly Message[] {
  return steps.flatMap((step) => step.messages);
}

/** Returns the messages as items of a history. Recorded token usage is ignored. */
export function itemsOf(messages: readonly Message[]): readonly Item[] {
  return messages.map((message, index) => ({ id: `message-${index + 1}`, message, stale: true }));
}
