import { describe, test } from "vitest";
import type { ConformanceCase } from "./conformance-case.ts";
import { estimatorCases } from "./estimator-cases.ts";
import type { EstimatorRig } from "./estimator/rig.ts";
import { storeCases } from "./store-cases.ts";
import type { StoreRig } from "./store/rig.ts";

/** A case may write thousands of entries, one by one to a slow disk. In ms. */
const CASE_TIMEOUT = 60_000;

/** Runs `storeCases` as tests of vitest. */
export function describeStoreConformance(name: string, rig: StoreRig): void {
  describe(`${name} keeps the contract of SessionStore`, () => {
    for (const conformanceCase of storeCases) testCase(conformanceCase, rig);
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
