import assert from "node:assert/strict";
import type { EstimatorCase, EstimatorRig } from "./rig.ts";
import { hostileUnits, samples } from "./samples.ts";

const HOSTILE_CHARACTERS = 200_000;

/** Longest text that is counted exactly, in characters. */
const COUNTED_CHARACTERS = 1_994;

const HOSTILE = { least: 0.5, most: 3 };

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function assertWithin(
  what: string,
  estimate: number,
  exact: number,
  { least, most }: { readonly least: number; readonly most: number },
): void {
  const share = estimate / exact;
  const found = `${what}: ${estimate} for ${Math.round(exact)} tokens is ${percent(share)}`;
  assert.ok(share >= least, `${found}, less than ${percent(least)}`);
  assert.ok(share <= most, `${found}, more than ${percent(most)}`);
}

/** Accuracy for each kind of text. Underestimating is the greater risk. */
export const accuracyCases: readonly EstimatorCase[] = [
  ...samples.map(({ kind, text, ...bounds }) => ({
    id: `accuracy-${kind}`,
    promise: `Text of the kind ${kind} is estimated at ${percent(bounds.least)} to ${percent(bounds.most)} of its tokens`,
    run: async ({ estimator, countTokens }: EstimatorRig) =>
      assertWithin(kind, estimator.estimateText(text), countTokens(text), bounds),
  })),
  {
    id: "accuracy-hostile",
    promise: "Long repeated runs are estimated at 50 % to 300 % of their tokens",
    async run({ estimator, countTokens }) {
      for (const { name, unit } of hostileUnits) {
        const counted = unit.repeat(Math.ceil(COUNTED_CHARACTERS / unit.length));
        const times = Math.ceil(HOSTILE_CHARACTERS / counted.length);
        const estimate = estimator.estimateText(counted.repeat(times));
        assertWithin(name, estimate, countTokens(counted) * times, HOSTILE);
      }
    },
  },
];
