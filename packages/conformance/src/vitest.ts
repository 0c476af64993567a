import type { ErasableStore, EvictableStore, SearchableStore } from "@cutpoint/session/store";
import { describe, test } from "vitest";
import { adapterCases } from "./adapter-cases.ts";
import type { AdapterRig } from "./adapter/rig.ts";
import type { ConformanceCase } from "./conformance-case.ts";
import { estimatorCases } from "./estimator-cases.ts";
import type { EstimatorRig } from "./estimator/rig.ts";
import { assertKnown, CASE_TIMEOUT, type ConformanceOptions } from "./run-cases.ts";
import { readerCases } from "./reader-cases.ts";
import type { ReaderRig } from "./reader/rig.ts";
import { stateStoreCases } from "./state-store-cases.ts";
import type { StateStoreRig } from "./state-store/rig.ts";
import { storeCases } from "./store-cases.ts";
import { eraseCases } from "./store/erase-cases.ts";
import { evictCases } from "./store/evict-cases.ts";
import type { StoreRig } from "./store/rig.ts";
import { searchCases } from "./store/search-cases.ts";
import { summarizerCases } from "./summarizer-cases.ts";
import type { SummarizerRig } from "./summarizer/rig.ts";

export type { ConformanceOptions } from "./run-cases.ts";

/** Registers the cases of one contract as tests. */
type Describe<Rig> = (name: string, rig: Rig, options?: ConformanceOptions) => void;

/** Registers `storeCases` as tests of vitest. */
export const describeStoreConformance: Describe<StoreRig> = describing(
  "fulfills the contract of SessionStore",
  storeCases,
);

/** Registers `searchCases` as tests of vitest. */
export const describeSearchConformance: Describe<StoreRig<SearchableStore>> = describing(
  "fulfills the contract of SearchableStore",
  searchCases,
);

/** Registers `evictCases` as tests of vitest. */
export const describeEvictConformance: Describe<StoreRig<EvictableStore>> = describing(
  "fulfills the contract of EvictableStore",
  evictCases,
);

/** Registers `eraseCases` as tests of vitest. */
export const describeEraseConformance: Describe<StoreRig<ErasableStore>> = describing(
  "fulfills the contract of ErasableStore",
  eraseCases,
);

/** Registers `stateStoreCases` as tests of vitest. */
export const describeStateStoreConformance: Describe<StateStoreRig> = describing(
  "fulfills the contract of StateStore",
  stateStoreCases,
);

/** Registers `estimatorCases` as tests of vitest. */
export const describeEstimatorConformance: Describe<EstimatorRig> = describing(
  "fulfills the contract of TokenEstimator",
  estimatorCases,
);

/** Registers `readerCases` as tests of vitest. */
export const describeReaderConformance: Describe<ReaderRig> = describing(
  "counts each record",
  readerCases,
);

/** Registers `summarizerCases` as tests of vitest. */
export const describeSummarizerConformance: Describe<SummarizerRig> = describing(
  "fulfills the contract of Summarizer",
  summarizerCases,
);

/** Registers `adapterCases` as tests of vitest. */
export const describeAdapterConformance: Describe<AdapterRig> = describing(
  "fulfills the contract of adapters",
  adapterCases,
);

function describing<Rig>(promise: string, cases: readonly ConformanceCase<Rig>[]): Describe<Rig> {
  return (name, rig, { expectedFailures = {} } = {}) => {
    assertKnown("expectedFailures", Object.keys(expectedFailures), cases);
    describe(`${name} ${promise}`, () => {
      for (const each of cases) testCase(each, rig, expectedFailures[each.id]);
    });
  };
}

function testCase<Rig>(
  { id, promise, notApplicable, run }: ConformanceCase<Rig>,
  rig: Rig,
  expected: string | undefined,
): void {
  const reason = notApplicable?.(rig) ?? null;
  const notes = [
    ...(reason === null ? [] : [`(n/a: ${reason})`]),
    ...(expected === undefined ? [] : [`(expected to fail: ${expected})`]),
  ];
  const options = {
    // `skip: false` would override a tag of the caller that skips.
    ...(reason === null ? {} : { skip: true }),
    fails: expected !== undefined,
    timeout: CASE_TIMEOUT,
  };
  test(`${id}: ${[promise, ...notes].join(" ")}`, options, () => run(rig));
}
