import { printTable } from "../goals.ts";
import { replayAll } from "./replay.ts";

/** Prints the cost of a long session for each compaction strategy, as the cache of the simulator counts it. */
export async function bench(): Promise<void> {
  const replays = await replayAll();
  const [base] = replays;
  const rows = replays.map((replay) => {
    const { compactions, cost, inputTokens, name, netByReceipts, pruned, readTokens } = replay;
    const gain = (base?.cost ?? cost) - cost;
    return [
      name,
      `${((100 * readTokens) / inputTokens).toFixed(1)} %`,
      thousands(inputTokens),
      thousands(cost),
      `${thousands(gain)} (${((100 * gain) / (base?.cost ?? cost)).toFixed(1)} %)`,
      netByReceipts === null ? "" : thousands(netByReceipts),
      `${compactions} + ${pruned}`,
    ];
  });
  printTable(
    "Cost of a session of 150 requests, in thousand tokens of uncached input",
    [
      "",
      "read from the cache",
      "input",
      "cost",
      "saved, compared with the first",
      "saved, by the receipts",
      "summaries + prunings",
    ],
    rows,
  );
}

function thousands(tokens: number): string {
  return (tokens / 1_000).toFixed(1);
}
