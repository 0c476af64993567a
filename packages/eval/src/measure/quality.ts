import type { UserWords } from "./user-words.ts";
import type { Retention } from "./retention.ts";

/** Weights of the measures in Q. They are a choice. The single measures are more precise. */
export const QUALITY_WEIGHTS = {
  weighted: 0.45,
  relation: 0.25,
  user: 0.2,
  lastUser: 0.1,
} as const;

/** Combines measures into Q, from 0 to 1. Measures that are `null` do not count. */
export function qualityOf(
  measures: Pick<Retention, "weighted" | "relation"> & UserWords,
): number | null {
  let all = 0;
  let sum = 0;
  for (const [name, weight] of Object.entries(QUALITY_WEIGHTS)) {
    const value = measures[name as keyof typeof QUALITY_WEIGHTS];
    if (value === null) continue;
    all += weight;
    sum += weight * value;
  }
  return all === 0 ? null : sum / all;
}
