import type { ErasableStore, EvictableStore, SearchableStore } from "@cutpoint/core";
import { describe, test } from "vitest";
import type { ConformanceCase } from "./conformance-case.ts";
import { estimatorCases } from "./estimator-cases.ts";
import type { EstimatorRig } from "./estimator/rig.ts";
import { storeCases } from "./store-cases.ts";
import { eraseCases } from "./store/erase-cases.ts";
import { evictCases } from "./store/evict-cases.ts";
import type { StoreRig } from "./store/rig.ts";
import { searchCases } from "./store/search-cases.ts";

/** A case may write thousands of entries, one by one to a slow disk. In ms. */
const CASE_TIMEOUT = 60_000;

/** Runs `storeCases` as tests of vitest. */
export function describeStoreConformance(name: string, rig: StoreRig): void {
  describe(`${name} keeps the contract of SessionStore`, () => {
    for (const conformanceCase of storeCases) testCase(conformanceCase, rig);
  });
}

/** Runs `searchCases` as tests of vitest. */
export function describeSearchConformance(name: string, rig: StoreRig<SearchableStore>): void {
  describe(`${name} keeps the contract of SearchableStore`, () => {
    for (const conformanceCase of searchCases) testCase(conformanceCase, rig);
  });
}

/** Runs `evictCases` as tests of vitest. */
export function describeEvictConformance(name: string, rig: StoreRig<EvictableStore>): void {
  describe(`${name} keeps the contract of EvictableStore`, () => {
    for (const conformanceCase of evictCases) testCase(conformanceCase, rig);
  });
}

/** Runs `eraseCases` as tests of vitest. */
export function describeEraseConformance(name: string, rig: StoreRig<ErasableStore>): void {
  describe(`${name} keeps the contract of ErasableStore`, () => {
    for (const conformanceCase of eraseCases) testCase(conformanceCase, rig);
  });
}

/** Runs `estimatorCases` as tests of vitest. */
export function describeEstimatorConformance(name: string, rig: EstimatorRig): void {
  describe(`${name} keeps the contract of TokenEstimator`, () => {
    for (const conformanceCase of estimatorCases) testCase(conformanceCase, rig);
  });
}

function testCase<Rig>({ id, promise, rulesOut, run }: ConformanceCase<Rig>, rig: Rig): void {
  test(`${id}: ${[promise, ...rulesOut].join(" ")}`, () => run(rig), CASE_TIMEOUT);
}
