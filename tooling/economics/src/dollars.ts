import { modelCatalog } from "@cutpoint/models";
import { costOf } from "../../../packages/eval/src/replay/cost.ts";
import type { Ledger } from "../../../packages/eval/src/replay/ledger.ts";

/** A model of each of three vendors. */
export const MODELS = ["claude-sonnet-4-5", "gpt-5", "gemini-2.5-pro"] as const;

/** Returns the cost of a million tokens of conversation at a model's list prices, in US dollars. */
export function dollarsOf(ledger: Ledger, conversationTokens: number, model: string): number {
  const prices = modelCatalog(model)?.prices;
  if (prices === undefined) throw new Error(`the prices of ${model} are unknown`);
  const { cacheRead = prices.input, cacheWrite = prices.input, input, output } = prices;
  const units = { read: cacheRead / input, write: cacheWrite / input, output: output / input };
  return costOf(ledger, conversationTokens, units) * input;
}
