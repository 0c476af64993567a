import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crashRounds, startProcess } from "@cutpoint/conformance";
import type { StorePlace, StoreRig } from "@cutpoint/conformance";
import { type Goal, printGoals } from "../goals.ts";
import { open, type Opening } from "./open-store.ts";

const WRITERS = 4;

const APPENDS = 1000;

/** Kills writing processes again and again, and lets four write to one session; whether nothing was lost. */
export async function stress(rounds: number): Promise<boolean> {
  const goals: Goal[] = [];
  for (const kind of ["jsonl", "sqlite"] as const)
    for (const durability of ["none", "batch", "always"] as const)
      goals.push(await killed({ kind, durability }, rounds));
  for (const kind of ["jsonl", "sqlite"] as const) goals.push(await together(kind));
  printGoals("Stores under stress", goals);
  return goals.every(({ isReached }) => isReached);
}

async function killed(options: Omit<Opening, "directory">, rounds: number): Promise<Goal> {
  const what = `${options.kind}, durability ${options.durability}: ${rounds} kills`;
  const goal = "nothing acknowledged is lost, no half batch";
  try {
    const { acknowledged, unanswered } = await crashRounds(rigOf(options), rounds);
    const measured = `${acknowledged} entries kept, ${unanswered} batches unanswered but whole`;
    return { what, goal, measured, isReached: acknowledged > 0 };
  } catch (error) {
    return { what, goal, measured: String(error), isReached: false };
  }
}

async function together(kind: Opening["kind"]): Promise<Goal> {
  const what = `${kind}: ${WRITERS} processes append ${APPENDS} entries each to one session`;
  await using place = await rigOf({ kind, durability: "none" }).create();
  const { elsewhere } = place;
  if (elsewhere === undefined) throw new Error("a place that no other process can open");
  const writers = Array.from({ length: WRITERS }, (_, index) =>
    startProcess(elsewhere, { name: `writer-${index}`, batches: APPENDS }),
  );
  await Promise.all(writers.map(({ opened }) => opened));
  const start = performance.now();
  for (const writer of writers) writer.begin();
  const complaints = await Promise.all(writers.map(({ ended }) => ended));
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const refusals = writers.reduce((sum, writer) => sum + writer.refusals(), 0);
  const length = await pathLength(place);
  const complaint = complaints.find((each) => each !== null);
  return {
    what,
    goal: `${WRITERS * APPENDS} on one path`,
    measured: complaint ?? `${length} in ${seconds} s, ${refusals} times kept waiting too long`,
    isReached: length === WRITERS * APPENDS && complaint === undefined,
  };
}

async function pathLength(place: StorePlace): Promise<number> {
  await using store = await place.open();
  let length = 0;
  let next: string | null | undefined;
  for await (const entry of store.read("session", { order: "newest-first" })) {
    if (next !== undefined && entry.id !== next) continue;
    length += 1;
    next = entry.parentId;
  }
  return next === null ? length : Number.NaN;
}

function rigOf(options: Omit<Opening, "directory">): StoreRig {
  return {
    kind: options.kind === "sqlite" ? "shared" : "durable",
    async create() {
      const directory = await mkdtemp(join(tmpdir(), "cutpoint-stress-"));
      const opening: Opening = { ...options, directory };
      return {
        open: async () => open(opening),
        elsewhere: {
          module: new URL("./open-store.ts", import.meta.url).href,
          argument: JSON.stringify(opening),
          flags: ["--conditions=@cutpoint/source"],
        },
        [Symbol.asyncDispose]: () => rm(directory, { recursive: true }),
      };
    },
  };
}
