import { readSession } from "@cutpoint/readers";
import { printGoals } from "../goals.ts";
import { median, timed } from "../measure.ts";
import { sessionBlocks } from "./session-file.ts";

const BYTES = 100_000_000;

const ROUNDS = 5;

const MAX_RATIO = 3;

/** Compares reading a generated session of 100 MB with splitting and parsing its lines. */
export async function bench(): Promise<void> {
  const blocks = sessionBlocks(BYTES);
  const ratios: number[] = [];
  let readMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const parsed = await timed(async () => parseLines(blocks));
    const read = await timed(() => readSession(blocks));
    ratios.push(read / parsed);
    readMs = Math.min(readMs, read);
  }
  const ratio = median(ratios);
  printGoals("Reading a session of 100 MB", [
    {
      what: "time, as a multiple of parsing its lines (median of 5)",
      goal: `≤ ${MAX_RATIO}`,
      measured: `${ratio.toFixed(2)} (${(readMs / 1_000).toFixed(2)} s at best)`,
      isReached: ratio <= MAX_RATIO,
    },
  ]);
}

function parseLines(blocks: readonly Uint8Array[]): number {
  const decoder = new TextDecoder();
  let rest = "";
  let count = 0;
  for (const block of blocks) {
    const lines = (rest + decoder.decode(block, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (JSON.parse(line) !== null) count += 1;
  }
  return count;
}
