import { readSession } from "@cutpoint/readers";
import { atMost, printGoals } from "../goals.ts";
import { median, timed } from "../measure.ts";
import { sessionBlocks } from "./session-file.ts";

const BYTES = 100_000_000;

const ROUNDS = 5;

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
  const best = `${(readMs / 1_000).toFixed(2)} s at best`;
  const what = `time, as a multiple of parsing its lines (median of 5, ${best})`;
  printGoals("Reading a session of 100 MB", [
    atMost(what, median(ratios), 3, (value) => value.toFixed(2)),
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
