import type { TokenUsage } from "../message/message.ts";
import type { ModelLimits } from "./window.ts";

/** Returns the price of a call in US dollars, by the usage that was reported for it. */
export function dollarsOf(
  { cacheReadTokens = 0, cacheWriteTokens = 0, inputTokens, outputTokens }: TokenUsage,
  prices: NonNullable<ModelLimits["prices"]>,
): number {
  const { above = [] } = prices;
  const price = above.findLast((step) => inputTokens > step.inputTokens) ?? prices;
  const { cacheRead = price.input, cacheWrite = price.input, input, output } = price;
  const uncached = Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens);
  const ofInput = uncached * input + cacheReadTokens * cacheRead + cacheWriteTokens * cacheWrite;
  return (ofInput + outputTokens * output) / 1_000_000;
}
