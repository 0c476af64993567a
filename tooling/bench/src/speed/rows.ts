import { compactionRows } from "./compaction-rows.ts";
import { hostileRows } from "./hostile-rows.ts";
import { langchainRows } from "./langchain-rows.ts";
import { offlineRows } from "./offline-rows.ts";
import type { Row } from "./row.ts";
import { startRows } from "./start-rows.ts";
import { storeRows } from "./store-rows.ts";

/** The rows of the table of speed, in its order. */
export const ROWS: readonly Row[] = [
  ...compactionRows,
  ...offlineRows,
  ...startRows,
  ...storeRows,
  ...langchainRows,
  ...hostileRows,
];
