import { appendCases } from "./store/append-cases.ts";
import { concurrencyCases } from "./store/concurrency-cases.ts";
import { contentCases } from "./store/content-cases.ts";
import { lifetimeCases } from "./store/lifetime-cases.ts";
import { modelCases } from "./store/model-cases.ts";
import { processCases } from "./store/process-cases.ts";
import { readCases } from "./store/read-cases.ts";
import type { StoreCase } from "./store/rig.ts";
import { sessionCases } from "./store/session-cases.ts";

/** Cases for the contract of `SessionStore`. */
export const storeCases: readonly StoreCase[] = [
  ...appendCases,
  ...concurrencyCases,
  ...readCases,
  ...contentCases,
  ...sessionCases,
  ...lifetimeCases,
  ...processCases,
  ...modelCases,
];
