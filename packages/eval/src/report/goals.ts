import type { MeasureName } from "../run/row.ts";
import type { Summary } from "../run/summarize-rows.ts";
import type { TranscriptKind } from "../transcript/transcript.ts";

/** Goal of a method for one measure. */
export type Goal = {
  readonly kind: TranscriptKind;
  /** Budget as a share, or `null` for the size of the recorded summary. */
  readonly share: number | null;
  readonly measure: MeasureName | "invalid" | "pace" | "decay";
  /** Minimum, or maximum for measures where less is better. A string names a method to compare with. */
  readonly bound: number | string;
};

/** Result of comparing a method with a goal. `value` and `bound` are shares, or ms per 100,000 tokens. */
export type Verdict = {
  readonly goal: Goal;
  readonly value: number;
  readonly bound: number;
  readonly isReached: boolean;
};

const BAD: ReadonlySet<Goal["measure"]> = new Set(["fabricated", "invalid", "pace", "decay"]);

/** Returns whether less is better. */
export function hasUpperBound({ measure }: Goal): boolean {
  return BAD.has(measure);
}

const RECORDED = "recorded-summary";
const ONCE_RANKED = "tf-idf";

/** Goals of the offline summarizer. */
export const GOALS: readonly Goal[] = [
  ...overBudgets("coding", [0.2, 0.1, 0.05], {
    quality: [0.88, 0.8, 0.71],
    far: [0.88, 0.82, 0.66],
    relation: [0.74, 0.62, 0.48],
    rareWords: [ONCE_RANKED, ONCE_RANKED, ONCE_RANKED],
    lastUser: [0.99, 0.94, 0.85],
    decay: [0.15, 0.15, 0.15],
    fabricated: [0.01, 0.01, 0.01],
    invalid: [0, 0, 0],
    pace: [100, 100, 100],
  }),
  ...overBudgets("service", [0.4, 0.2], {
    quality: [0.85, 0.68],
    fabricated: [0.01, 0.01],
    invalid: [0, 0],
  }),
  ...overBudgets("chat", [0.2, 0.1, 0.05], {
    evidence: [0.42, 0.22, 0.12],
    found: [0.75, 0.75, 0.75],
    fabricated: [0.01, 0.01, 0.01],
    invalid: [0, 0, 0],
  }),
  ...overBudgets("recorded", [null], {
    total: [RECORDED],
    far: [RECORDED],
    relation: [RECORDED],
    user: [RECORDED],
    fabricated: [0.01],
    invalid: [0],
  }),
];

function overBudgets(
  kind: TranscriptKind,
  shares: readonly (number | null)[],
  bounds: Readonly<Partial<Record<Goal["measure"], readonly Goal["bound"][]>>>,
): readonly Goal[] {
  return Object.entries(bounds).flatMap(([measure, values]) =>
    values.map((bound, index): Goal => ({
      kind,
      share: shares[index] ?? null,
      measure: measure as Goal["measure"],
      bound,
    })),
  );
}

/** Compares a method with goals. Goals without a measured value are left out. */
export function judge(
  summaries: readonly Summary[],
  method: string,
  goals: readonly Goal[] = GOALS,
): readonly Verdict[] {
  return goals.flatMap((goal) => {
    const value = valueOf(summaries, method, goal);
    const bound =
      typeof goal.bound === "number" ? goal.bound : valueOf(summaries, goal.bound, goal);
    if (value === null || bound === null) return [];
    return [
      { goal, value, bound, isReached: hasUpperBound(goal) ? value <= bound : value >= bound },
    ];
  });
}

function valueOf(
  summaries: readonly Summary[],
  method: string,
  { kind, share, measure }: Goal,
): number | null {
  const of = (isMeant: (rounds: number) => boolean): Summary | undefined =>
    summaries.find(
      (summary) =>
        summary.kind === kind &&
        summary.share === share &&
        summary.method === method &&
        isMeant(summary.rounds),
    );
  const once = of((rounds) => rounds === 1);
  if (once === undefined) return null;
  if (measure === "invalid" || measure === "pace") return once[measure];
  if (measure !== "decay") return once.measures[measure];
  const again = of((rounds) => rounds > 1);
  const [first, last] = [once.measures.quality, again?.measures.quality ?? null];
  return first === null || last === null || first === 0 ? null : 1 - last / first;
}

/**
 * Returns the control arms that are above the judged method in Q (chats: evidence). If there is one, the measures are
 * broken.
 */
export function winningControls(summaries: readonly Summary[], method: string): readonly Summary[] {
  return summaries.filter((control) => {
    if (control.role !== "control") return false;
    const judged = summaries.find(
      (summary) =>
        summary.method === method &&
        summary.rounds === 1 &&
        summary.kind === control.kind &&
        summary.share === control.share,
    );
    const [left, right] = [control.measures, judged?.measures];
    const measure = control.kind === "chat" ? "evidence" : "quality";
    return (left[measure] ?? 0) > (right?.[measure] ?? 1);
  });
}
