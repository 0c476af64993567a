import { type Goal, hasUpperBound, type Verdict } from "./goals.ts";
import { MEASURE_TITLES, percent } from "./table.ts";

const TITLES: Readonly<Record<Goal["measure"], string>> = {
  ...MEASURE_TITLES,
  invalid: "invalid",
  pace: "ms/100k tokens",
  decay: "loss in more rounds",
  session: "session",
  sessionGap: "one call above it",
};

/** Renders the results of a method for its goals, one line each. */
export function verdictLines(method: string, verdicts: readonly Verdict[]): readonly string[] {
  if (verdicts.length === 0) return [];
  const reached = verdicts.filter(({ isReached }) => isReached).length;
  return [
    "",
    `Goals of ${method}: ${reached} of ${verdicts.length} reached`,
    ...verdicts.map((verdict) => {
      const [where, measure, value, goal] = verdictCells(verdict);
      const status = verdict.isReached ? "pass " : "short";
      return `${status} ${where.padEnd(15)} ${measure.padEnd(20)} ${value.padStart(7)} ${goal}`;
    }),
  ];
}

export function verdictCells({
  goal,
  value,
  bound,
}: Verdict): readonly [where: string, measure: string, value: string, goal: string] {
  const { kind, share, measure } = goal;
  const number = (each: number): string => (measure === "pace" ? each.toFixed(0) : percent(each));
  const like = typeof goal.bound === "string" ? ` (${goal.bound})` : "";
  return [
    `${kind}${share === null ? "" : ` ${percent(share)} %`}`,
    TITLES[measure],
    number(value),
    `${hasUpperBound(goal) ? "≤" : "≥"} ${number(bound)}${like}`,
  ];
}
