import type { ErasableStore, EvictableStore, SearchableStore } from "@cutpoint/session/store";
import { describe, test } from "vitest";
import { adapterCases } from "./adapter-cases.ts";
import type { AdapterRig } from "./adapter/rig.ts";
import type { ConformanceCase } from "./conformance-case.ts";
import { estimatorCases } from "./estimator-cases.ts";
import type { EstimatorRig } from "./estimator/rig.ts";
import { assertKnown, CASE_TIMEOUT, type ExpectedFailures } from "./run-cases.ts";
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

/** Registers `storeCases` as tests of vitest. */
export function describeStoreConformance(name: string, rig: StoreRig): void {
  describe(`${name} fulfills the contract of SessionStore`, () => {
    for (const conformanceCase of storeCases) testCase(conformanceCase, rig);
  });
}

/** Registers `searchCases` as tests of vitest. */
export function describeSearchConformance(name: string, rig: StoreRig<SearchableStore>): void {
  describe(`${name} fulfills the contract of SearchableStore`, () => {
    for (const conformanceCase of searchCases) testCase(conformanceCase, rig);
  });
}

/** Registers `evictCases` as tests of vitest. */
export function describeEvictConformance(name: string, rig: StoreRig<EvictableStore>): void {
  describe(`${name} fulfills the contract of EvictableStore`, () => {
    for (const conformanceCase of evictCases) testCase(conformanceCase, rig);
  });
}

/** Registers `eraseCases` as tests of vitest. */
export function describeEraseConformance(name: string, rig: StoreRig<ErasableStore>): void {
  describe(`${name} fulfills the contract of ErasableStore`, () => {
    for (const conformanceCase of eraseCases) testCase(conformanceCase, rig);
  });
}

/** Registers `stateStoreCases` as tests of vitest. */
export function describeStateStoreConformance(name: string, rig: StateStoreRig): void {
  describe(`${name} fulfills the contract of StateStore`, () => {
    for (const conformanceCase of stateStoreCases) testCase(conformanceCase, rig);
  });
}

/** Registers `estimatorCases` as tests of vitest. */
export function describeEstimatorConformance(name: string, rig: EstimatorRig): void {
  describe(`${name} fulfills the contract of TokenEstimator`, () => {
    for (const conformanceCase of estimatorCases) testCase(conformanceCase, rig);
  });
}

/** Registers `readerCases` as tests of vitest. */
export function describeReaderConformance(name: string, rig: ReaderRig): void {
  describe(`${name} counts each record`, () => {
    for (const conformanceCase of readerCases) testCase(conformanceCase, rig);
  });
}

export type ConformanceOptions = {
  /** Cases that are known to fail, with a reason by id. A listed case that passes fails the run. */
  readonly expectedFailures?: ExpectedFailures;
};

/** Registers `summarizerCases` as tests of vitest. */
export function describeSummarizerConformance(
  name: string,
  rig: SummarizerRig,
  { expectedFailures = {} }: ConformanceOptions = {},
): void {
  assertKnown("expectedFailures", Object.keys(expectedFailures), summarizerCases);
  describe(`${name} fulfills the contract of Summarizer`, () => {
    for (const each of summarizerCases) testCase(each, rig, expectedFailures);
  });
}

/** Registers `adapterCases` as tests of vitest. */
export function describeAdapterConformance(
  name: string,
  rig: AdapterRig,
  { expectedFailures = {} }: ConformanceOptions = {},
): void {
  assertKnown("expectedFailures", Object.keys(expectedFailures), adapterCases);
  describe(`${name} fulfills the contract of adapters`, () => {
    for (const each of adapterCases) testCase(each, rig, expectedFailures);
  });
}

function testCase<Rig>(
  { id, promise, notApplicable, run }: ConformanceCase<Rig>,
  rig: Rig,
  expectedFailures: ExpectedFailures = {},
): void {
  const reason = notApplicable?.(rig) ?? null;
  const expected = expectedFailures[id];
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
