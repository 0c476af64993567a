import { join } from "node:path";
import { fork } from "node:child_process";
import { once } from "node:events";
import type { Entry, SessionStore } from "@cutpoint/core";
import { createJsonlStore } from "@cutpoint/store-jsonl";
import { createSqliteStore } from "@cutpoint/store-sqlite";
import { type Goal, printTable } from "../goals.ts";
import { KEPT, logOf, NEWER } from "./generate-entries.ts";
import { median, slope } from "./measure.ts";

const SIZES = [1000, 10_000, 100_000, 1_000_000];

const BATCH = 1000;

/** What a process of its own has measured; see `opening-process.ts`. */
export type Opening = {
  readonly times: readonly number[];
  /** Entries that the store gave in one opening. */
  readonly read: number;
  readonly grownMegabytes: number;
};

/** Opens sessions of all sizes in both stores and gives their views, each in a process of its own. */
export async function openingGoals(directory: string): Promise<readonly Goal[]> {
  const rows: string[][] = [];
  const goals: Goal[] = [];
  for (const kind of ["jsonl", "sqlite"] as const) {
    const points: [number, number][] = [];
    const openings: Opening[] = [];
    for (const size of SIZES) {
      const folder = join(directory, `${kind}-${size}`);
      await fill(kind, folder, size);
      const opening = await openElsewhere(kind, folder);
      openings.push(opening);
      points.push([size, median(opening.times)]);
      rows.push([
        kind,
        String(size),
        median(opening.times).toFixed(2),
        String(opening.read),
        opening.grownMegabytes.toFixed(1),
      ]);
    }
    goals.push(...goalsOf(kind, points, openings));
  }
  printTable(
    "Opening a session and giving its view",
    ["store", "entries", "ms", "entries read", "MB of memory more"],
    rows,
  );
  return goals;
}

function goalsOf(
  kind: string,
  points: readonly (readonly [number, number])[],
  openings: readonly Opening[],
): readonly Goal[] {
  const slowest = Math.max(...points.map(([, time]) => time));
  const steepness = slope(points);
  const most = Math.max(...openings.map(({ grownMegabytes }) => grownMegabytes));
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
      goal: "≤ 30 MB more",
      measured: `${most.toFixed(1)} MB`,
      isReached: most <= 30,
    },
    {
      what: `${kind}: entries read`,
      goal: `view + 1 + newer = ${expected}`,
      measured: openings.map(({ read }) => read).join(", "),
      isReached: openings.every(({ read }) => read === expected),
    },
  ];
}

export function openStore(kind: string, folder: string): SessionStore {
  return kind === "jsonl"
    ? createJsonlStore({ directory: folder })
    : createSqliteStore({ file: join(folder, "log.db") });
}

async function fill(kind: string, folder: string, size: number): Promise<void> {
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

async function openElsewhere(kind: string, folder: string): Promise<Opening> {
  const child = fork(new URL("./opening-process.ts", import.meta.url), [kind, folder], {
    execArgv: ["--no-warnings", "--expose-gc", "--conditions=@cutpoint/source"],
  });
  const [opening] = (await once(child, "message")) as [Opening];
  return opening;
}
