import { describe, test } from "node:test";
import { adapterCases } from "./adapter-cases.ts";
import type { AdapterRig } from "./adapter/rig.ts";
import type { ConformanceCase } from "./conformance-case.ts";
import { estimatorCases } from "./estimator-cases.ts";
import type { EstimatorRig } from "./estimator/rig.ts";
import { type ExpectedFailures, assertKnown, runCases } from "./run-cases.ts";
import { storeCases } from "./store-cases.ts";
import type { StoreRig } from "./store/rig.ts";
import { summarizerCases } from "./summarizer-cases.ts";
import type { SummarizerRig } from "./summarizer/rig.ts";

export type ConformanceOptions = {
  /** Cases that are known to fail, with a reason by id. A listed case that passes fails the run. */
  readonly expectedFailures?: ExpectedFailures;
};

/** Registers `storeCases` as tests of `node:test`. */
export function testStoreConformance(
  name: string,
  rig: StoreRig,
  options: ConformanceOptions = {},
): void {
  testCases(`${name} fulfills the contract of SessionStore`, storeCases, rig, options);
}

/** Registers `estimatorCases` as tests of `node:test`. */
export function testEstimatorConformance(
  name: string,
  rig: EstimatorRig,
  options: ConformanceOptions = {},
): void {
  testCases(`${name} fulfills the contract of TokenEstimator`, estimatorCases, rig, options);
}

/** Registers `summarizerCases` as tests of `node:test`. */
export function testSummarizerConformance(
  name: string,
  rig: SummarizerRig,
  options: ConformanceOptions = {},
): void {
  testCases(`${name} fulfills the contract of Summarizer`, summarizerCases, rig, options);
}

/** Registers `adapterCases` as tests of `node:test`. */
export function testAdapterConformance(
  name: string,
  rig: AdapterRig,
  options: ConformanceOptions = {},
): void {
  testCases(`${name} fulfills the contract of adapters`, adapterCases, rig, options);
}

function testCases<Rig>(
  title: string,
  cases: readonly ConformanceCase<Rig>[],
  rig: Rig,
  { expectedFailures = {} }: ConformanceOptions,
): void {
  assertKnown("expectedFailures", Object.keys(expectedFailures), cases);
  void describe(title, () => {
    for (const each of cases) {
      const reason = each.notApplicable?.(rig) ?? null;
      const skip = reason === null ? {} : { skip: reason };
      const expected = expectedFailures[each.id];
      void test(`${each.id}: ${each.promise}`, skip, async () => {
        const [result] = await runCases([each], rig, {
          expectedFailures: expected === undefined ? {} : { [each.id]: expected },
        });
        if (result?.type === "fail") throw result.error;
        if (result?.type === "unexpected-pass")
          throw new Error(`passed, but is listed in expectedFailures (${result.reason})`);
      });
    }
  });
}
