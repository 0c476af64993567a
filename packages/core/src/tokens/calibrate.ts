import type { Calibration, Calibrations } from "../message/state.ts";

/** How much a new reading counts against all before it. */
const WEIGHT = 0.5;

/** A reading counts in full from this much growth on; a smaller one is mostly framing. */
const FULL_GROWTH_TOKENS = 512;

/** What no text explains is not believed: our estimate is never off by more. */
const RATIO_RANGE = { least: 0.5, most: 4 } as const;

const MAX_MODELS = 8;

/** One answer with a report: the estimate of what the model read, and what the provider counted, in tokens. */
export type Sample = { readonly estimatedTokens: number; readonly reportedTokens: number };

/**
 * What is known of a model after one more answer: the ratio follows the growth from one report to the next, weighted
 * exponentially; the constant is what the ratio leaves unexplained.
 */
export function calibrate(before: Calibration | undefined, sample: Sample): Calibration {
  if (before === undefined) return firstCalibration(sample);
  const growth = sample.estimatedTokens - before.estimatedTokens;
  const reported = sample.reportedTokens - before.reportedTokens;
  const weight = WEIGHT * Math.min(1, Math.abs(growth) / FULL_GROWTH_TOKENS);
  const ratio =
    weight === 0
      ? before.ratio
      : before.ratio + weight * (within(reported / growth) - before.ratio);
  const left = Math.max(0, sample.reportedTokens - ratio * sample.estimatedTokens);
  return {
    ratio,
    constantTokens: before.constantTokens + WEIGHT * (left - before.constantTokens),
    samples: before.samples + 1,
    ...sample,
  };
}

/** From a single report: more than estimated is taken for what no message shows, less for a ratio. */
function firstCalibration(sample: Sample): Calibration {
  const { estimatedTokens, reportedTokens } = sample;
  return {
    ratio: reportedTokens >= estimatedTokens ? 1 : within(reportedTokens / estimatedTokens),
    constantTokens: Math.max(0, reportedTokens - estimatedTokens),
    samples: 1,
    ...sample,
  };
}

function within(ratio: number): number {
  return Math.min(RATIO_RANGE.most, Math.max(RATIO_RANGE.least, ratio));
}

/** The calibrations with one model's brought up to date; the model that was heard of longest ago goes first. */
export function withCalibration(
  calibrations: Calibrations,
  model: string,
  calibration: Calibration,
): Calibrations {
  const others = Object.entries(calibrations).filter(([name]) => name !== model);
  return Object.fromEntries([...others.slice(1 - MAX_MODELS), [model, calibration]]);
}
