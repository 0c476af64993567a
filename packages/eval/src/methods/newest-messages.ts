import { type Message, textOf, type TokenEstimator } from "@cutpoint/core";
import type { Step } from "./steps.ts";

/** What stays of the newest steps; `from` is the index of the first of them. */
export type Newest = { readonly messages: readonly Message[]; readonly from: number };

/** The newest steps that fit, oldest first; of the one before them, the beginnings of its results as far as they fit. */
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

/** A step with the beginnings of its results, as much as fits; nothing where its other messages are too large. */
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

/** A beginning that fits, ended between words. */
function headWithin(text: string, tokens: number, estimator: TokenEstimator): string {
  let head = text.slice(0, tokens * 4);
  while (head !== "" && estimator.estimateText(head) > tokens)
    head = head.slice(0, Math.floor(head.length * 0.9));
  return head.length === text.length ? head : head.replace(/(?<!\S)\S*$/u, "");
}
