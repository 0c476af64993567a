import { closeSync, fdatasyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Entry } from "@cutpoint/session";
import { createJsonlStore } from "@cutpoint/store-jsonl";
import type { Goal } from "../goals.ts";
import { createRandom, messageEntry } from "./generate-entries.ts";
import { median, timed } from "./measure.ts";

/** Turns are short, so that other processes slow both sides alike. */
const TURNS = 200;
const APPENDS = 100;
const WARM_UP = 20;
const GROUP = 64;
const GROUPS = 120;

function chainOf(length: number, head: string | null, seed: number): readonly Entry[] {
  const random = createRandom(seed);
  const entries: Entry[] = [];
  let parentId = head;
  for (let index = 0; index < length; index += 1) {
    const entry = messageEntry(index, parentId, random);
    entries.push(entry);
    parentId = entry.id;
  }
  return entries;
}

/** Compares single appends with `JSON.stringify` and `writeSync` into an open file, in turns. */
export async function jsonlAppendGoals(directory: string): Promise<readonly Goal[]> {
  const raw = openSync(join(directory, "raw"), "a");
  await using store = createJsonlStore({ directory: join(directory, "append") });
  const ours: number[] = [];
  const bare: number[] = [];
  let head: string | null = null;
  for (let turn = 0; turn < TURNS; turn += 1) {
    const entries = chainOf(APPENDS, head, turn);
    const rawTime = await timed(() => {
      for (const entry of entries) writeSync(raw, `${JSON.stringify(entry)}\n`);
    });
    const ourTime = await timed(async () => {
      for (const entry of entries)
        await store.append("s", [entry], { expectedHead: entry.parentId });
    });
    head = entries.at(-1)?.id ?? null;
    if (turn < WARM_UP) continue;
    bare.push((rawTime * 1000) / APPENDS);
    ours.push((ourTime * 1000) / APPENDS);
  }
  closeSync(raw);
  const ratio = median(ours.map((time, index) => time / (bare[index] ?? Number.NaN)));
  return [
    {
      what: "JSONL append, encoding included",
      goal: "≤ 1.3 × JSON.stringify + writeSync",
      measured: `${ratio.toFixed(2)} × (${median(ours).toFixed(2)} µs, raw ${median(bare).toFixed(2)} µs)`,
      isReached: ratio <= 1.3,
    },
  ];
}

/** Compares appends that share a flush with the same writes and one `fdatasync` per group. */
export async function jsonlGroupGoals(directory: string): Promise<readonly Goal[]> {
  const raw = openSync(join(directory, "raw-group"), "a");
  await using store = createJsonlStore({
    directory: join(directory, "group"),
    durability: "batch",
  });
  const ratios: number[] = [];
  const ours: number[] = [];
  let head: string | null = null;
  for (let turn = 0; turn < GROUPS; turn += 1) {
    const entries = chainOf(GROUP, head, turn);
    const rawTime = await timed(() => {
      for (const entry of entries) writeSync(raw, `${JSON.stringify(entry)}\n`);
      fdatasyncSync(raw);
    });
    const ourTime = await timed(() =>
      Promise.all(
        entries.map((entry) => store.append("s", [entry], { expectedHead: entry.parentId })),
      ),
    );
    head = entries.at(-1)?.id ?? null;
    if (turn < WARM_UP) continue;
    ratios.push(rawTime / ourTime);
    ours.push((GROUP * 1000) / ourTime);
  }
  closeSync(raw);
  const ratio = median(ratios);
  return [
    {
      what: `durable group commit of ${GROUP}`,
      goal: "≥ 0.75 of raw write + fdatasync groups",
      measured: `${ratio.toFixed(2)} (${median(ours).toFixed(0)} entries/s)`,
      isReached: ratio >= 0.75,
    },
  ];
}
