import { modelCatalog } from "@cutpoint/models";
import type { Ledger } from "./ledger.ts";

/** Prices in units of uncached input. */
export type UnitPrices = { readonly read: number; readonly write: number; readonly output: number };

/** The prices of the tables in the documentation. They are those of Anthropic. */
const UNIT: UnitPrices = { read: 0.1, write: 1.25, output: 5 };

/** A model of each of three vendors. */
export const MODELS = ["claude-sonnet-4-5", "gpt-5", "gemini-2.5-pro"] as const;

/** Returns a cost without the answers, in units of uncached input for each token of conversation. */
export function costOf(
  ledger: Ledger,
  conversationTokens: number,
  { output, read, write }: UnitPrices = UNIT,
): number {
  const cached = (ledger.readTokens + ledger.summaryReadTokens) * read;
  const input = ledger.writtenTokens * write + ledger.freshTokens;
  return (cached + input + ledger.outputTokens * output) / conversationTokens;
}

/** Returns the cost of a million tokens of conversation at a model's list prices, in US dollars. */
export function dollarsOf(ledger: Ledger, conversationTokens: number, model: string): number {
  const prices = modelCatalog(model)?.prices;
  if (prices === undefined) throw new Error(`the prices of ${model} are unknown`);
  const { cacheRead = prices.input, cacheWrite = prices.input, input, output } = prices;
  const units = { read: cacheRead / input, write: cacheWrite / input, output: output / input };
  return costOf(ledger, conversationTokens, units) * input;
}
