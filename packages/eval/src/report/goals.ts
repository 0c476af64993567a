import type { MeasureName } from "../run/row.ts";
import type { Summary } from "../run/summarize-rows.ts";
import type { TranscriptKind } from "../transcript/transcript.ts";

/** Goal of a method for one measure. */
export type Goal = {
  readonly kind: TranscriptKind;
  /** Budget as a share, or `null` for the size of the recorded summary or the session's view. */
  readonly share: number | null;
  readonly measure: MeasureName | "invalid" | "pace" | "decay" | "session" | "sessionGap";
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

const BAD: ReadonlySet<Goal["measure"]> = new Set([
  "fabricated",
  "invalid",
  "pace",
  "decay",
  "sessionGap",
]);

/** Returns whether less is better. */
export function hasUpperBound({ measure }: Goal): boolean {
  return BAD.has(measure);
}

const RECORDED = "recorded-summary";
const ONCE_RANKED = "tf-idf";

/** Goals of the offline summarizer. */
export const GOALS: readonly Goal[] = [
  ...overBudgets("coding", [0.2, 0.1, 0.05], {
    quality: [0.94, 0.87, 0.77],
    far: [0.86, 0.76, 0.62],
    relation: [0.74, 0.62, 0.48],
    rareWords: [ONCE_RANKED, ONCE_RANKED, ONCE_RANKED],
    lastUser: [0.99, 0.94, 0.85],
    decay: [0.15, 0.15, 0.15],
    fabricated: [0.01, 0.01, 0.01],
    invalid: [0, 0, 0],
    pace: [100, 100, 100],
  }),
  ...overBudgets("service", [0.4, 0.2], {
    quality: [0.92, 0.8],
    fabricated: [0.01, 0.01],
    invalid: [0, 0],
  }),
  ...overBudgets("chat", [0.2, 0.1, 0.05], {
    evidence: [0.46, 0.25, 0.13],
    found: [0.8, 0.8, 0.8],
    fabricated: [0.01, 0.01, 0.01],
    invalid: [0, 0, 0],
  }),
  ...overBudgets("coding", [null], { session: [0.9], sessionGap: [0.02] }),
  ...overBudgets("chat", [null], { session: [0.36] }),
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
  const of = (name: string, isMeant: (rounds: number) => boolean): Summary | undefined =>
    summaries.find(
      (summary) =>
        summary.kind === kind &&
        summary.share === share &&
        summary.method === name &&
        isMeant(summary.rounds),
    );
  const once = of(method, (rounds) => rounds === 1);
  if (once === undefined) return null;
  const main = (summary: Summary | undefined): number | null =>
    summary?.measures[kind === "chat" ? "evidence" : "quality"] ?? null;
  const first = main(once);
  switch (measure) {
    case "invalid":
    case "pace":
      return once[measure];
    case "decay": {
      const last = main(of(method, (rounds) => rounds > 1));
      return first === null || last === null || first === 0 ? null : 1 - last / first;
    }
    case "session":
    case "sessionGap": {
      const session = main(of(`${method}-session`, () => true));
      if (measure === "session" || session === null || first === null) return session;
      return first - session;
    }
    default:
      return once.measures[measure];
  }
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
