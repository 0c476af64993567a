import { printTable } from "../goals.ts";
import { createHosts, type Host } from "./hosts.ts";
import type { Said } from "./instant-answers.ts";

const LENGTHS = [1_000, 10_000];
/** Requests that are not measured: the first one converts every message. */
const WARM_UP = 5;
const RUNS = 15;

/** Measures a request with nothing to compact, with and without the adapter. */
export async function bench(): Promise<void> {
  const rows: string[][] = [];
  for (const host of createHosts())
    for (const length of LENGTHS) rows.push(await measure(host, length));
  printTable(
    `One request with nothing to compact, in ms: median of ${RUNS} requests that each add two messages`,
    ["", "messages", "without", "with", "added"],
    rows,
  );
}

async function measure({ bare, name, wrapped }: Host, length: number): Promise<string[]> {
  const messages = conversation(length);
  const without: number[] = [];
  const withAdapter: number[] = [];
  for (let run = 0; run < WARM_UP + RUNS; run += 1) {
    messages.push(...conversation(2));
    without.push(await elapsed(bare, messages));
    withAdapter.push(await elapsed(wrapped, messages));
  }
  const medians = [median(without), median(withAdapter)] as const;
  const cells = [...medians, medians[1] - medians[0]].map((ms) => ms.toFixed(1));
  return [name, length.toLocaleString("en"), ...cells];
}

async function elapsed(send: Host["bare"], messages: readonly Said[]): Promise<number> {
  const started = performance.now();
  await send(messages);
  return performance.now() - started;
}

function median(times: readonly number[]): number {
  const sorted = times.slice(WARM_UP).toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Messages of about 330 characters. */
function conversation(length: number): Said[] {
  const words = "some words on this and that ".repeat(12);
  return Array.from({ length }, (_, index) =>
    index % 2 === 0
      ? { role: "user", content: `Question ${index}: ${words}` }
      : { role: "assistant", content: `Answer ${index}: ${words}` },
  );
}
