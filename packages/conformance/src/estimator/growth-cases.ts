import assert from "node:assert/strict";
import type { TokenEstimator } from "@cutpoint/core";
import * as fc from "fast-check";
import type { EstimatorCase } from "./rig.ts";
import { SEED } from "../seed.ts";
import { hostileUnits, samples } from "./samples.ts";

/** Tolerance in tokens for joined texts, because words and runs merge at the boundary. */
function slackOf(tokens: number): number {
  return 4 + tokens / 10;
}

const all = samples.map(({ text }) => text).join("\n");

/** Part of one or several samples. */
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

/** In characters. Measurements begin at a sixteenth and double. */
const LONGEST = 200_000;

/** Maximum time ratio for twice the text. A quadratic estimator reaches 4. */
const MOST_GROWTH = 3;

/** Shorter times in ms are rounded up to this, because of clock resolution and garbage collection. */
const UNNOTICED = 15;

/**
 * A text that took too long is measured again, each time after half of it, and the sums are compared: a machine that is
 * busy for a moment slows down both.
 */
const ATTEMPTS = 6;
/** In ms. Longer times are not measured again. */
const NOT_AGAIN = 500;

/** CPU time of this process in ms, which excludes waiting on a busy machine. */
function duration(estimator: TokenEstimator, text: string): number {
  const start = process.cpuUsage();
  estimator.estimateText(text);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Describes the first doubling that took too long. */
function steepest(estimator: TokenEstimator, unit: string): string | null {
  const timeOf = (length: number): number =>
    duration(estimator, unit.repeat(Math.ceil(length / unit.length)));
  let before = timeOf(LONGEST / 16);
  for (let length = LONGEST / 8; length <= LONGEST; length *= 2) {
    const first = timeOf(length);
    let half = before;
    let whole = first;
    for (
      let attempts = 1;
      whole > MOST_GROWTH * Math.max(half, UNNOTICED * attempts);
      attempts += 1
    ) {
      if (attempts === ATTEMPTS || first > NOT_AGAIN)
        return `${length} characters took ${Math.round(whole / attempts)} ms, half of them ${Math.round(half / attempts)} ms`;
      half += timeOf(length / 2);
      whole += timeOf(length);
    }
    before = first;
  }
  return null;
}

/** Growth of estimates and their time with the length of the text. */
export const growthCases: readonly EstimatorCase[] = [
  {
    id: "grows-with-text",
    promise:
      "Two joined texts count at least the larger one and at most their sum, with a small tolerance",
    run: async ({ estimator }) =>
      fc.assert(
        fc.property(piece, piece, (left, right) => assertBetween(estimator, left, right)),
        { seed: SEED },
      ),
  },
  {
    id: "linear-in-time",
    promise:
      "Twice the text takes about twice the time, even for 200,000 characters without a break",
    async run({ estimator }) {
      for (const { name, unit } of hostileUnits) {
        const found = steepest(estimator, unit);
        assert.equal(found, null, `${name}: ${found}`);
      }
    },
  },
  {
    id: "linear-in-tokens",
    promise: "A run of twice the length counts about twice the tokens",
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
