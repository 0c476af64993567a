import type { Calibration, Calibrations } from "../message/state.ts";

/** The weight of a new sample against all earlier ones. */
const WEIGHT = 0.5;

/** Growth from which a sample has its full weight. Smaller growth is mostly framing. */
const FULL_GROWTH_TOKENS = 512;

/** Larger deviations of the estimate are measurement errors. */
export const RATIO_RANGE = { least: 0.5, most: 4 } as const;

const MAX_MODELS = 8;

/** The estimate of a request, and the input tokens that the provider reported for it. */
export type Sample = { readonly estimatedTokens: number; readonly reportedTokens: number };

/**
 * Updates a calibration. The ratio is an exponentially weighted average of reported by estimated growth from one answer
 * to the next; the constant is the rest.
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

/** From one sample: tokens above the estimate are taken for a constant, tokens below it for a ratio. */
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

/** Replaces the calibration of a model. The model that was updated longest ago is dropped. */
export function withCalibration(
  calibrations: Calibrations,
  model: string,
  calibration: Calibration,
): Calibrations {
  const others = Object.entries(calibrations).filter(([name]) => name !== model);
  return Object.fromEntries([...others.slice(1 - MAX_MODELS), [model, calibration]]);
}
