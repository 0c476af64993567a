import type { TokenEstimator } from "@cutpoint/core";
import { answerMessage, type ReadyAnswer } from "./answer.ts";

/** How much an answer may take, in tokens, and what stops it there. */
export type Room = { readonly tokens: number; readonly stop: "length" | "window" };

/** The answer as far as there is room: calls that do not fit are not made, the text breaks off. */
export function cutAnswer(
  answer: ReadyAnswer,
  budget: Room,
  estimator: TokenEstimator,
): ReadyAnswer {
  const fits = (tried: ReadyAnswer): boolean =>
    estimator.estimate(answerMessage(tried)) <= budget.tokens;
  if (fits(answer)) return answer;
  const characters = answer.text.match(/./gsu) ?? [];
  const upTo = (count: number): ReadyAnswer => ({
    ...answer,
    text: characters.slice(0, count).join(""),
    calls: [],
    stop: budget.stop,
  });
  let kept = 0;
  let tooMany = characters.length + 1;
  while (tooMany - kept > 1) {
    const middle = Math.floor((kept + tooMany) / 2);
    if (fits(upTo(middle))) kept = middle;
    else tooMany = middle;
  }
  return upTo(kept);
}
