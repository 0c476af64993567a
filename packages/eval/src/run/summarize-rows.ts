import type { TranscriptKind } from "../transcript/transcript.ts";
import type { Measures, Row } from "./row.ts";

/** Means of one method over all cuts of a kind with one budget. */
export type Summary = {
  readonly kind: TranscriptKind;
  /** Budget as a share, or `null` for the size of the recorded summary or the session's view. */
  readonly share: number | null;
  readonly rounds: number;
  readonly method: string;
  readonly role: Row["role"];
  readonly cuts: number;
  /** Means over the cuts with something to measure. */
  readonly measures: Measures;
  /** Share of results that are invalid or failed. */
  readonly invalid: number;
  /** ms per 100,000 tokens of history. */
  readonly pace: number;
};

/** Computes means by kind, budget, method and rounds, in order of appearance. */
export function summarizeRows(rows: readonly Row[]): readonly Summary[] {
  const groups = Map.groupBy(rows, (row) => `${row.kind} ${row.share} ${row.rounds} ${row.method}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const time = group.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
    const tokens = group.reduce((sum, { historyTokens }) => sum + historyTokens, 0);
    return [
      {
        kind: first.kind,
        share: first.share,
        rounds: first.rounds,
        method: first.method,
        role: first.role,
        cuts: group.length,
        measures: meansOf(group),
        invalid: group.filter(isVoid).length / group.length,
        pace: (time / Math.max(1, tokens)) * 100_000,
      },
    ];
  });
}

function isVoid({ violations, error }: Row): boolean {
  return violations.length > 0 || error !== null;
}

function meansOf(rows: readonly Row[]): Measures {
  const names = Object.keys(rows[0]?.measures ?? {}) as (keyof Measures)[];
  const means = names.map((name) => {
    const values = rows.flatMap(({ measures }) => measures[name] ?? []);
    const sum = values.reduce((total, value) => total + value, 0);
    return [name, values.length === 0 ? null : sum / values.length];
  });
  return Object.fromEntries(means) as Measures;
}
