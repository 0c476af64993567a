import { type Goal, hasUpperBound, type Verdict } from "./goals.ts";
import { MEASURE_TITLES, percent } from "./table.ts";

const TITLES: Readonly<Record<Goal["measure"], string>> = {
  ...MEASURE_TITLES,
  invalid: "invalid",
  pace: "ms/100k tokens",
  decay: "lost in more rounds",
};

/** How a method did against its goals, one line each. */
export function verdictLines(method: string, verdicts: readonly Verdict[]): readonly string[] {
  if (verdicts.length === 0) return [];
  const reached = verdicts.filter(({ isReached }) => isReached).length;
  return [
    "",
    `${method} against its goals: ${reached} of ${verdicts.length} reached`,
    ...verdicts.map(({ goal, value, bound, isReached }) =>
      [
        isReached ? "pass " : "short",
        `${goal.kind}${goal.share === null ? "" : ` ${percent(goal.share)} %`}`.padEnd(15),
        TITLES[goal.measure].padEnd(20),
        told(goal, value).padStart(7),
        hasUpperBound(goal) ? "≤" : "≥",
        told(goal, bound) + (typeof goal.bound === "string" ? ` (${goal.bound})` : ""),
      ].join(" "),
    ),
  ];
}

function told({ measure }: Goal, value: number): string {
  return measure === "pace" ? value.toFixed(0) : percent(value);
}
