import { type Chunk, type ErrorReport, measure } from "@cutpoint/fit-estimator";
import { atLeast, atMost, type Goal, percent, printTable } from "../goals.ts";
import type { Counters } from "./counters.ts";

/** Prints the error for each kind of text, and returns the goals of accuracy. */
export function accuracyGoals(counters: Counters, chunks: readonly Chunk[]): readonly Goal[] {
  const exact = chunks.map((chunk) => counters.exact.estimateText(chunk.text));
  const report = measure(chunks, exact, counters.ours.count);
  const peers = counters.others
    .filter((counter) => counter.name === "characters/4" || counter.name === "tokenx")
    .map((counter) => ({ counter, report: measure(chunks, exact, counter.count) }));
  printTable(
    `Error against exact o200k_base, ${chunks.length} texts of ${report.kinds.length} kinds that were not fitted on`,
    ["kind", "cutpoint", "95th", "bias", ...peers.map(({ counter }) => counter.name)],
    [
      ...report.kinds.map((kind, at) =>
        rowOf(
          kind.kind,
          kind,
          peers.map(({ report: { kinds } }) => kinds[at]?.mean ?? Number.NaN),
        ),
      ),
      rowOf(
        "all",
        report,
        peers.map((peer) => peer.report.mean),
      ),
    ],
  );
  return goalsOf(report);
}

function rowOf(
  name: string,
  { bias, mean, p95 }: Pick<ErrorReport, "bias" | "mean" | "p95">,
  peers: readonly number[],
): readonly string[] {
  return [name, ...[mean, p95, bias, ...peers].map(percent)];
}

function goalsOf({ bias, kinds, mean, p95 }: ErrorReport): readonly Goal[] {
  const worst = kinds.reduce((a, b) => (b.mean > a.mean ? b : a));
  const under = kinds.reduce((a, b) => (b.bias < a.bias ? b : a));
  return [
    atLeast("kinds of text", kinds.length, 40),
    atMost("mean error, over kinds", mean, 0.045, percent),
    atMost("95th percentile, over kinds", p95, 0.12, percent),
    atMost("mean bias, in either direction", Math.abs(bias), 0.02, percent),
    atMost(`worst kind (${worst.kind})`, worst.mean, 0.1, percent),
    atLeast(`most under-estimated kind (${under.kind})`, under.bias, -0.08, percent),
  ];
}
