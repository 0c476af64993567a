import assert from "node:assert/strict";
import type { TokenEstimator } from "@cutpoint/core";
import * as fc from "fast-check";
import type { EstimatorCase } from "./rig.ts";
import { SEED } from "../seed.ts";
import { hostileUnits, samples } from "./samples.ts";

/** Tokens by which joining two texts may change their sum: words and runs merge where they meet. */
function slackOf(tokens: number): number {
  return 4 + tokens / 10;
}

const all = samples.map(({ text }) => text).join("\n");

/** A piece of any of the samples, or of several. */
const piece: fc.Arbitrary<string> = fc
  .tuple(fc.nat({ max: all.length }), fc.nat({ max: 400 }))
  .map(([start, length]) => all.slice(start, start + length));

function assertBetween(estimator: TokenEstimator, left: string, right: string): void {
  const [one, other, both] = [left, right, left + right].map((text) =>
    estimator.estimateText(text),
  );
  assert.ok(one !== undefined && other !== undefined && both !== undefined);
  const slack = slackOf(one + other);
  const what = `texts of ${one} and ${other} tokens have ${both} together`;
  assert.ok(both >= Math.max(one, other) - slack, `${what}: too few`);
  assert.ok(both <= one + other + slack, `${what}: too many`);
}

/** In characters; what is measured begins at a sixteenth of it and doubles. */
const LONGEST = 200_000;

/** Twice the text may take this many times as long; a quadratic estimator takes 4. */
const MOST_GROWTH = 3;

/** Times below this, in ms, are taken for this: the clock and collected garbage make them meaningless. */
const UNNOTICED = 15;

/** What seems too slow is measured again, unless that takes longer than anybody waits, in ms. */
const ATTEMPTS = 4;
const NOT_AGAIN = 500;

/** The time that this process worked, in ms, which waiting for a busy machine is no part of. */
function duration(estimator: TokenEstimator, text: string): number {
  const start = process.cpuUsage();
  estimator.estimateText(text);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** What is said of the first doubling that took too long. */
function steepest(estimator: TokenEstimator, unit: string): string | null {
  let most = Infinity;
  for (let length = LONGEST / 16; length <= LONGEST; length *= 2) {
    const text = unit.repeat(Math.ceil(length / unit.length));
    let least = duration(estimator, text);
    for (let attempt = 1; attempt < ATTEMPTS && least > most && least < NOT_AGAIN; attempt += 1) {
      least = Math.min(least, duration(estimator, text));
    }
    if (least > most) {
      const half = Math.round(most / MOST_GROWTH);
      return `${length} characters took ${Math.round(least)} ms, half of them ${half} ms or less`;
    }
    most = Math.max(least, UNNOTICED) * MOST_GROWTH;
  }
  return null;
}

/** How an estimate, and the time that it takes, grow with the text. */
export const growthCases: readonly EstimatorCase[] = [
  {
    id: "grows-with-text",
    promise:
      "Two texts joined count no less than the larger and no more than both, but for where they meet",
    run: async ({ estimator }) =>
      fc.assert(
        fc.property(piece, piece, (left, right) => assertBetween(estimator, left, right)),
        { seed: SEED },
      ),
  },
  {
    id: "linear-in-time",
    promise:
      "Twice the text takes about twice the time, also where 200,000 characters are one unbroken run",
    async run({ estimator }) {
      for (const { name, unit } of hostileUnits) {
        const found = steepest(estimator, unit);
        assert.equal(found, null, `${name}: ${found}`);
      }
    },
  },
  {
    id: "linear-in-tokens",
    promise: "Twice as long a run counts about twice as many tokens",
    async run({ estimator }) {
      for (const { name, unit } of hostileUnits) {
        const half = estimator.estimateText(unit.repeat(Math.ceil(LONGEST / 2 / unit.length)));
        const whole = estimator.estimateText(unit.repeat(2 * Math.ceil(LONGEST / 2 / unit.length)));
        const ratio = whole / half;
        assert.ok(
          ratio > 1.8 && ratio < 2.2,
          `${name}: twice the length counts ${ratio} times as much`,
        );
      }
    },
  },
];
