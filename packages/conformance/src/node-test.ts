import { describe, test } from "node:test";
import { adapterCases } from "./adapter-cases.ts";
import type { AdapterRig } from "./adapter/rig.ts";
import type { ConformanceCase } from "./conformance-case.ts";
import { estimatorCases } from "./estimator-cases.ts";
import type { EstimatorRig } from "./estimator/rig.ts";
import { assertKnown, type ConformanceOptions, runCases } from "./run-cases.ts";
import { storeCases } from "./store-cases.ts";
import type { StoreRig } from "./store/rig.ts";
import { summarizerCases } from "./summarizer-cases.ts";
import type { SummarizerRig } from "./summarizer/rig.ts";

export type { ConformanceOptions } from "./run-cases.ts";

/** Registers the cases of one contract as tests. */
type Test<Rig> = (name: string, rig: Rig, options?: ConformanceOptions) => void;

/** Registers `storeCases` as tests of `node:test`. */
export const testStoreConformance: Test<StoreRig> = testing("SessionStore", storeCases);

/** Registers `estimatorCases` as tests of `node:test`. */
export const testEstimatorConformance: Test<EstimatorRig> = testing(
  "TokenEstimator",
  estimatorCases,
);

/** Registers `summarizerCases` as tests of `node:test`. */
export const testSummarizerConformance: Test<SummarizerRig> = testing(
  "Summarizer",
  summarizerCases,
);

/** Registers `adapterCases` as tests of `node:test`. */
export const testAdapterConformance: Test<AdapterRig> = testing("adapters", adapterCases);

function testing<Rig>(contract: string, cases: readonly ConformanceCase<Rig>[]): Test<Rig> {
  return (name, rig, { expectedFailures = {} } = {}) => {
    assertKnown("expectedFailures", Object.keys(expectedFailures), cases);
    void describe(`${name} fulfills the contract of ${contract}`, () => {
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
  };
}
