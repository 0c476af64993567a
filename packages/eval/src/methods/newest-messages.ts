import { type Message, textOf, type TokenEstimator } from "@cutpoint/core";
import type { Step } from "./steps.ts";

/** Newest steps. `from` is the index of the first one. */
export type Newest = { readonly messages: readonly Message[]; readonly from: number };

/** Returns the newest steps that fit, oldest first, and the beginnings of the results of the step before. */
export function newestMessages(
  steps: readonly Step[],
  budgetTokens: number,
  estimator: TokenEstimator,
): Newest {
  let messages: readonly Message[] = [];
  let left = budgetTokens;
  let from = steps.length;
  for (const step of steps.toReversed()) {
    const isWhole = step.tokens <= left;
    const fitting = isWhole ? step.messages : cutShort(step, left, estimator);
    messages = [...fitting, ...messages];
    from -= fitting.length === 0 ? 0 : 1;
    left -= step.tokens;
    if (!isWhole) break;
  }
  return { messages, from };
}

/** Shortens the results of a step. Returns nothing if its other messages do not fit. */
function cutShort(
  { messages }: Step,
  budgetTokens: number,
  estimator: TokenEstimator,
): readonly Message[] {
  const emptied = messages.map((message) => withText(message, ""));
  let left = budgetTokens - emptied.reduce((sum, message) => sum + estimator.estimate(message), 0);
  if (left < 0 || !messages.some(({ role }) => role === "tool")) return [];
  return messages.map((message) => {
    if (message.role !== "tool") return message;
    const text = headWithin(textOf(message), left, estimator);
    left -= estimator.estimateText(text);
    return withText(message, text);
  });
}

function withText(message: Message, text: string): Message {
  return message.role === "tool" ? { ...message, parts: [{ type: "text", text }] } : message;
}

/** Cuts a text between words. */
function headWithin(text: string, tokens: number, estimator: TokenEstimator): string {
  let head = text.slice(0, tokens * 4);
  while (head !== "" && estimator.estimateText(head) > tokens)
    head = head.slice(0, Math.floor(head.length * 0.9));
  return head.length === text.length ? head : head.replace(/(?<!\S)\S*$/u, "");
}
