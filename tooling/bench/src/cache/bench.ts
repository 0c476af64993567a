import { printTable } from "../goals.ts";
import { replayAll } from "./replay.ts";

/** What a long session costs by how it is kept within its window, as the simulator's cache counts it. */
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
    "What a session of 150 requests costs, in thousand tokens of uncached input",
    [
      "",
      "read from the cache",
      "input",
      "cost",
      "gain over the first",
      "net, by the receipts",
      "summaries + prunings",
    ],
    rows,
  );
}

function thousands(tokens: number): string {
  return (tokens / 1_000).toFixed(1);
}
