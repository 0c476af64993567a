import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Goal } from "../goals.ts";
import { nodeDisk } from "../../../../packages/store-jsonl/src/disk.ts";
import { createLogIndex } from "../../../../packages/store-jsonl/src/log-index.ts";
import { median, timed } from "./measure.ts";

const ROUNDS = 5;

const BLOCK_BYTES = 1 << 20;

/** Compares the index of a million entries with a search for line breaks in the same blocks. */
export async function indexGoals(folder: string): Promise<readonly Goal[]> {
  const names = await readdir(folder);
  const path = join(folder, names.find((name) => name.endsWith(".jsonl")) ?? "");
  const bare: number[] = [];
  const ours: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await timed(() => countLines(path)));
    ours.push(
      await timed(async () => {
        await using file = await nodeDisk.openRead(path);
        if (file !== null) await createLogIndex().update(file);
      }),
    );
  }
  const ratio = median(ours.map((time, round) => time / (bare[round] ?? Number.NaN)));
  return [
    {
      what: "rebuild the JSONL index at 1M",
      goal: "≤ 2.3 × a bare newline scan",
      measured: `${ratio.toFixed(2)} × (${median(ours).toFixed(0)} ms, scan ${median(bare).toFixed(0)} ms)`,
      isReached: ratio <= 2.3,
    },
  ];
}

async function countLines(path: string): Promise<number> {
  await using handle = await open(path, "r");
  const block = Buffer.allocUnsafe(BLOCK_BYTES);
  let lines = 0;
  for (;;) {
    const { bytesRead } = await handle.read(block, 0, BLOCK_BYTES);
    if (bytesRead === 0) return lines;
    const filled = block.subarray(0, bytesRead);
    for (let at = filled.indexOf(10); at !== -1; at = filled.indexOf(10, at + 1)) lines += 1;
  }
}
