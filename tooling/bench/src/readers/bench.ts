import { readSession } from "@cutpoint/readers";
import { printGoals } from "../goals.ts";
import { sessionBlocks } from "./session-file.ts";

const BYTES = 100_000_000;

const ROUNDS = 5;

const MAX_RATIO = 3;

/** Compares reading a generated session of 100 MB with splitting and parsing its lines. */
export async function bench(): Promise<void> {
  const blocks = sessionBlocks(BYTES);
  const ratios: number[] = [];
  let readSeconds = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const parsed = await seconds(async () => parseLines(blocks));
    const read = await seconds(() => readSession(blocks));
    ratios.push(read / parsed);
    readSeconds = Math.min(readSeconds, read);
  }
  const median = ratios.toSorted((left, right) => left - right)[Math.floor(ROUNDS / 2)] ?? 0;
  printGoals("Reading a session of 100 MB", [
    {
      what: "time, as a multiple of parsing its lines (median of 5)",
      goal: `≤ ${MAX_RATIO}`,
      measured: `${median.toFixed(2)} (${readSeconds.toFixed(2)} s at best)`,
      isReached: median <= MAX_RATIO,
    },
  ]);
}

async function seconds(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return (performance.now() - start) / 1_000;
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
