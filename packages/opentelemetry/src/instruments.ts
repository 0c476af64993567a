import type { Counter, Histogram, Meter } from "@opentelemetry/api";

/** The metrics of compactions. */
export type Instruments = {
  readonly duration: Histogram;
  readonly savedTokens: Counter;
  readonly failures: Counter;
};

/** Bounds in seconds. An offline summary takes milliseconds, a model's takes up to minutes. */
const DURATION_BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

export function createInstruments(meter: Meter): Instruments {
  return {
    duration: meter.createHistogram("cutpoint.compaction.duration", {
      description: "Duration of compactions, from the check that starts one to its outcome.",
      unit: "s",
      advice: { explicitBucketBoundaries: DURATION_BOUNDS },
    }),
    savedTokens: meter.createCounter("cutpoint.compaction.saved_tokens", {
      description: "Tokens by which applied compactions made the view smaller.",
      unit: "{token}",
    }),
    failures: meter.createCounter("cutpoint.failures", {
      description: "Failed compactions, summaries and hooks, and compactors that gave up.",
      unit: "{failure}",
    }),
  };
}
