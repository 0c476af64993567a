import type { HumanWords } from "./human-words.ts";
import type { Retention } from "./retention.ts";

/** How much each measure counts in Q. A choice; the measures themselves tell more. */
export const QUALITY_WEIGHTS = {
  weighted: 0.45,
  relation: 0.25,
  user: 0.2,
  lastUser: 0.1,
} as const;

/** Q: one number for a result, from 0 to 1. A measure without anything to be kept does not count. */
export function qualityOf(
  measures: Pick<Retention, "weighted" | "relation"> & HumanWords,
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
