import { crashRounds, startProcess } from "@cutpoint/conformance";
import type { StoreLocation, StoreRig } from "@cutpoint/conformance";
import { startServer } from "@cutpoint/postgres-server";
import { jsonlRig } from "../../../../packages/store-jsonl/test/jsonl-rig.ts";
import { sqliteRig } from "../../../../packages/store-sqlite/test/sqlite-rig.ts";
import { postgresRig } from "../../../subjects/src/postgres-rig.ts";
import { type Goal, printGoals } from "../goals.ts";
import { manySessions } from "./many-sessions.ts";

const WRITERS = 4;

const APPENDS = 1000;

/** The stores to test. Run one at a time if the machine limits the time of a command. */
export const KINDS = ["jsonl", "sqlite", "postgres"] as const;

/** Kills writing processes, and lets four processes write to one session. Returns whether no entry was lost. */
export async function stress(
  rounds: number,
  kinds: readonly (typeof KINDS)[number][],
): Promise<boolean> {
  const goals: Goal[] = [];
  const files = kinds.filter((kind) => kind !== "postgres");
  for (const kind of files)
    for (const durability of ["none", "batch", "always"] as const)
      goals.push(
        await killed(`${kind}, durability ${durability}`, rigOf(kind, durability), rounds),
      );
  for (const kind of files) {
    goals.push(await together(kind, rigOf(kind, "none")));
    goals.push(await manySessions(kind, rigOf(kind, "none")));
  }
  if (kinds.includes("postgres")) goals.push(...(await postgresGoals(rounds)));
  printGoals("Stores under stress", goals);
  return goals.every(({ isReached }) => isReached);
}

async function postgresGoals(rounds: number): Promise<readonly Goal[]> {
  const started = await startServer();
  if (typeof started === "string")
    return [{ what: "postgres", goal: "", measured: `not run: ${started}`, isReached: false }];
  await using server = started;
  const rig = postgresRig(server.connectionString);
  return [await killed("postgres", rig, rounds), await together("postgres", rig)];
}

async function killed(name: string, rig: StoreRig, rounds: number): Promise<Goal> {
  const what = `${name}: ${rounds} kills`;
  const goal = "no acknowledged entry is lost, no batch is incomplete";
  console.error(what);
  try {
    const { acknowledged, unanswered } = await crashRounds(rig, rounds);
    const measured = `${acknowledged} entries kept, ${unanswered} batches unanswered but complete`;
    return { what, goal, measured, isReached: acknowledged > 0 };
  } catch (error) {
    return { what, goal, measured: String(error), isReached: false };
  }
}

async function together(name: string, rig: StoreRig): Promise<Goal> {
  const what = `${name}: ${WRITERS} processes append ${APPENDS} entries each to one session`;
  console.error(what);
  await using place = await rig.create();
  const { processEntry } = place;
  if (processEntry === undefined)
    throw new Error("the location cannot be opened by another process");
  const writers = Array.from({ length: WRITERS }, (_, index) =>
    startProcess(processEntry, { name: `writer-${index}`, batches: APPENDS }),
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
    measured: complaint ?? `${length} in ${seconds} s, ${refusals} timeouts of locks`,
    isReached: length === WRITERS * APPENDS && complaint === undefined,
  };
}

async function pathLength(place: StoreLocation): Promise<number> {
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

function rigOf(kind: "jsonl" | "sqlite", durability: "none" | "batch" | "always"): StoreRig {
  return kind === "sqlite" ? sqliteRig({ durability }) : jsonlRig({ durability });
}
