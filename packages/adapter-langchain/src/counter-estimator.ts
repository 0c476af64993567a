import { createEstimator, type Message, type TokenEstimator } from "@cutpoint/core";
import { invalidInput } from "@cutpoint/core/kit";
import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { toLangChainMessage } from "./message/convert.ts";

/**
 * Creates an estimator from the `tokenCounter` of `trimMessages` or `summarizationMiddleware`.
 *
 * The counter must be synchronous. If it throws, or returns a negative or infinite number, Cutpoint's own estimate is
 * used.
 *
 * @throws `invalid-input` if the counter is not a function
 */
export function createCounterEstimator(
  tokenCounter: (messages: BaseMessage[]) => number,
): TokenEstimator {
  if (typeof tokenCounter !== "function")
    throw invalidInput("tokenCounter", tokenCounter, "expected a function that counts tokens");
  const defaultEstimator = createEstimator();
  const count = (message: BaseMessage, fallback: () => number): number => {
    try {
      const tokens = tokenCounter([message]);
      return Number.isFinite(tokens) && tokens >= 0 ? tokens : fallback();
    } catch {
      return fallback();
    }
  };
  return {
    name: "langchain-counter",
    estimate: (message: Message) =>
      count(toLangChainMessage(message), () => defaultEstimator.estimate(message)),
    estimateText: (text) =>
      text === "" ? 0 : count(new HumanMessage(text), () => defaultEstimator.estimateText(text)),
  };
}
