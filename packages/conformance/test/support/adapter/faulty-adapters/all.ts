import { faultyBackgrounds } from "./background.ts";
import { faultyCompactions } from "./compaction.ts";
import { faultyConversions } from "./conversion.ts";
import type { FaultyAdapter } from "./faulty-adapter.ts";
import { faultyRecoveries } from "./overflow.ts";
import { faultyRecoveryStates } from "./recovery.ts";
import { faultyStorages } from "./storage.ts";
import { faultySummaries } from "./summary.ts";
import { faultyThinking } from "./thinking.ts";

/** Faulty adapters for every case of `adapterCases`. */
export const faultyAdapters: readonly FaultyAdapter[] = [
  ...faultyConversions,
  ...faultyCompactions,
  ...faultyRecoveries,
  ...faultyRecoveryStates,
  ...faultySummaries,
  ...faultyBackgrounds,
  ...faultyStorages,
  ...faultyThinking,
];
