import { createEstimator, type Message, type TokenEstimator } from "@cutpoint/core";
import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { toLangChainMessage } from "./message/convert.ts";

/**
 * An estimator from a counter as `trimMessages` and `summarizationMiddleware` take it (`tokenCounter`). The counter must
 * be synchronous; where it throws or gives no number, core's own estimate stands in.
 */
export function createCounterEstimator(
  tokenCounter: (messages: BaseMessage[]) => number,
): TokenEstimator {
  const own = createEstimator();
  const counted = (message: BaseMessage, fallback: () => number): number => {
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
      counted(toLangChainMessage(message), () => own.estimate(message)),
    estimateText: (text) =>
      text === "" ? 0 : counted(new HumanMessage(text), () => own.estimateText(text)),
  };
}
