import type { Ledger } from "./ledger.ts";

/** Prices in units of uncached input. */
export type UnitPrices = { readonly read: number; readonly write: number; readonly output: number };

/** Those of Anthropic, as in the tables of the documentation. */
const UNIT: UnitPrices = { read: 0.1, write: 1.25, output: 5 };

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
