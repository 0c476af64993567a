import { line, percent } from "../report/table.ts";
import { PROBE_KINDS } from "./probe.ts";
import type { ProbeRow } from "./run-probes.ts";

/** Result of one method over all probes. */
export type ProbeSummary = {
  readonly method: string;
  /** Number of graded answers. */
  readonly probes: number;
  /** Mean score, and its standard error: the deviation of the scores divided by the root of their number. */
  readonly right: number;
  readonly standardError: number;
  readonly contradicted: number;
  readonly byKind: Readonly<Record<string, number | null>>;
  /** Mean tokens of a view. */
  readonly viewTokens: number;
};

/** Returns the result of each method. Answers without a grade are left out. */
export function summarizeProbes(rows: readonly ProbeRow[]): readonly ProbeSummary[] {
  return [...Map.groupBy(rows, ({ method }) => method)].flatMap(([method, all]) => {
    const graded = all.flatMap(({ grade, probe }) => (grade === null ? [] : [{ grade, probe }]));
    if (graded.length === 0) return [];
    const scores = graded.map(({ grade }) => grade.score);
    const right = mean(scores);
    const variance = mean(scores.map((score) => (score - right) ** 2));
    const kinds = PROBE_KINDS.map((kind) => {
      const ofKind = graded.filter(({ probe }) => probe.kind === kind);
      return [
        kind,
        ofKind.length === 0 ? null : mean(ofKind.map(({ grade }) => grade.score)),
      ] as const;
    });
    return {
      method,
      probes: scores.length,
      right,
      standardError: Math.sqrt(variance / scores.length),
      contradicted: mean(graded.map(({ grade }) => (grade.contradicts ? 1 : 0))),
      byKind: Object.fromEntries(kinds),
      viewTokens: mean(all.map(({ viewTokens }) => viewTokens)),
    };
  });
}

/** Renders the results as a text table in percent. */
export function probeLines(summaries: readonly ProbeSummary[]): readonly string[] {
  const titles = ["right", "±", ...PROBE_KINDS, "contrad.", "tokens", "probes"];
  return [
    line("", titles),
    ...summaries.map((summary) =>
      line(summary.method, [
        percent(summary.right),
        percent(summary.standardError),
        ...PROBE_KINDS.map((kind) => percent(summary.byKind[kind] ?? null)),
        percent(summary.contradicted),
        summary.viewTokens.toFixed(0),
        String(summary.probes),
      ]),
    ),
  ];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
