import type { TokenEstimator } from "@cutpoint/core";
import { answerMessage, type ReadyAnswer } from "./answer.ts";

/** Maximum tokens of an answer, and the stop reason if they are exceeded. */
export type AnswerBudget = { readonly tokens: number; readonly stop: "length" | "window" };

/** Truncates an answer to its budget: the text is cut off, and calls are left out. */
export function truncateAnswer(
  answer: ReadyAnswer,
  budget: AnswerBudget,
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
