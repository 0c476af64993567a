import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Entry, SessionStore } from "@cutpoint/session";
import { createJsonlStore } from "@cutpoint/store-jsonl";
import { createSqliteStore } from "@cutpoint/store-sqlite";
import { type Goal, printTable } from "../goals.ts";
import type { Filled } from "./append-jsonl.ts";
import { KEPT, logOf, NEWER } from "./generate-entries.ts";
import { median, slope } from "./measure.ts";

const SIZES = [1000, 10_000, 100_000, 1_000_000];

const BATCH = 1000;

const WARM_UP = 20;

const ROUNDS = 41;

/** The measurements of `opening-process.ts`. */
export type Opened = {
  /** In ms. */
  readonly time: number;
  /** Entries that the store returned. */
  readonly read: number;
  /** Growth of the process since its first opening. */
  readonly grownMegabytes: number;
};

type Opening = { readonly size: number; readonly times: number[]; readonly last: Opened };

/** Opens sessions of all sizes in both stores and reads their views, each in a process of its own. */
export async function openingGoals(directory: string): Promise<readonly Goal[]> {
  const rows: string[][] = [];
  const goals: Goal[] = [];
  for (const kind of ["jsonl", "sqlite"] as const) {
    const folders = SIZES.map((size) => join(directory, `${kind}-${size}`));
    for (const [index, folder] of folders.entries()) await fill(kind, folder, SIZES[index] ?? 0);
    const openings = await openElsewhere(kind, folders);
    for (const { size, times, last } of openings)
      rows.push([
        kind,
        String(size),
        median(times).toFixed(2),
        String(last.read),
        last.grownMegabytes.toFixed(1),
      ]);
    goals.push(...goalsOf(kind, openings));
  }
  printTable(
    "Opening a session and reading its view",
    ["store", "entries", "ms", "entries read", "growth of memory, MB"],
    rows,
  );
  return goals;
}

/** Returns the JSONL logs that {@link openingGoals} wrote. */
export function jsonlLogs(directory: string): readonly Filled[] {
  return SIZES.map((size) => ({ size, folder: join(directory, `jsonl-${size}`) }));
}

function goalsOf(kind: string, openings: readonly Opening[]): readonly Goal[] {
  const points = openings.map(({ size, times }) => [size, median(times)] as const);
  const slowest = Math.max(...points.map(([, time]) => time));
  const steepness = slope(points);
  const most = Math.max(...openings.map(({ last }) => last.grownMegabytes));
  const expected = KEPT + 1 + NEWER;
  return [
    {
      what: `${kind}: open and view, 1k to 1M entries`,
      goal: "≤ 2 ms",
      measured: `${slowest.toFixed(2)} ms at most`,
      isReached: slowest <= 2,
    },
    {
      what: `${kind}: open and view, growth`,
      goal: "slope ≤ 0.05",
      measured: steepness.toFixed(3),
      isReached: steepness <= 0.05,
    },
    {
      what: `${kind}: open and view, memory`,
      goal: "grows by ≤ 30 MB",
      measured: `${most.toFixed(1)} MB`,
      isReached: most <= 30,
    },
    {
      what: `${kind}: entries read`,
      goal: `view + 1 + newer = ${expected}`,
      measured: openings.map(({ last }) => last.read).join(", "),
      isReached: openings.every(({ last }) => last.read === expected),
    },
  ];
}

export function openStore(kind: string, folder: string): SessionStore {
  return kind === "jsonl"
    ? createJsonlStore({ directory: folder })
    : createSqliteStore({ file: join(folder, "log.db") });
}

export async function fill(kind: string, folder: string, size: number): Promise<void> {
  await using store = openStore(kind, folder);
  let head: string | null = null;
  let batch: Entry[] = [];
  for (const entry of logOf(size)) {
    batch.push(entry);
    if (kind === "sqlite" ? batch.length < BATCH : false) continue;
    await store.append("s", batch, { expectedHead: head });
    head = entry.id;
    batch = [];
  }
  if (batch.length > 0) await store.append("s", batch, { expectedHead: head });
}

/** Measures all sizes in rounds, so that other processes slow all alike. */
async function openElsewhere(kind: string, folders: readonly string[]): Promise<Opening[]> {
  const children = folders.map((folder) =>
    fork(new URL("./opening-process.ts", import.meta.url), [kind, folder], {
      execArgv: ["--no-warnings", "--expose-gc", "--conditions=@cutpoint/source"],
    }),
  );
  const times = children.map((): number[] => []);
  const last: Opened[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1)
    for (const [index, child] of children.entries()) {
      const opened = await ask(child);
      last[index] = opened;
      if (round >= WARM_UP) times[index]?.push(opened.time);
    }
  for (const child of children) child.disconnect();
  return last.map((opened, index) => ({
    size: SIZES[index] ?? 0,
    times: times[index] ?? [],
    last: opened,
  }));
}

async function ask(child: ChildProcess): Promise<Opened> {
  const answer = once(child, "message");
  child.send("open");
  const [opened] = (await answer) as [Opened];
  return opened;
}
