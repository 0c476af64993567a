import { faultyAppends } from "./appends.ts";
import { faultyUnderConcurrency } from "./concurrency.ts";
import { faultyContents } from "./contents.ts";
import type { FaultyStore } from "./faulty-store.ts";
import { faultyLifetimes } from "./lifetimes.ts";
import { faultyAcrossProcesses } from "./processes.ts";
import { faultyReads } from "./reads.ts";
import { faultySessions } from "./sessions.ts";

/** Faulty stores for every case of `storeCases`. */
export const faultyStores: readonly FaultyStore[] = [
  ...faultyAppends,
  ...faultyUnderConcurrency,
  ...faultyReads,
  ...faultyContents,
  ...faultySessions,
  ...faultyLifetimes,
  ...faultyAcrossProcesses,
];
