import { type Chunk, type ErrorReport, measure } from "@cutpoint/fit-estimator";
import { type Goal, printTable } from "../goals.ts";
import type { Counters } from "./counters.ts";

const MEAN = 0.045;
const P95 = 0.12;
const BIAS = 0.02;
const WORST_KIND = 0.1;
const WORST_UNDER = 0.08;

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
      ...report.kinds.map((kind, at) => [
        kind.kind,
        percent(kind.mean),
        percent(kind.p95),
        percent(kind.bias),
        ...peers.map(({ report }) => percent(report.kinds[at]?.mean ?? Number.NaN)),
      ]),
      [
        "all",
        percent(report.mean),
        percent(report.p95),
        percent(report.bias),
        ...peers.map(({ report }) => percent(report.mean)),
      ],
    ],
  );
  return goalsOf(report);
}

function goalsOf(report: ErrorReport): readonly Goal[] {
  const worst = report.kinds.reduce((a, b) => (b.mean > a.mean ? b : a));
  const under = report.kinds.reduce((a, b) => (b.bias < a.bias ? b : a));
  const bias = Math.abs(report.bias);
  return [
    {
      what: "kinds of text",
      goal: "≥ 40",
      measured: String(report.kinds.length),
      isReached: report.kinds.length >= 40,
    },
    {
      what: "mean error, over kinds",
      goal: "≤ 4.5 %",
      measured: percent(report.mean),
      isReached: report.mean <= MEAN,
    },
    {
      what: "95th percentile, over kinds",
      goal: "≤ 12 %",
      measured: percent(report.p95),
      isReached: report.p95 <= P95,
    },
    {
      what: "mean bias",
      goal: "within ±2 %",
      measured: percent(report.bias),
      isReached: bias <= BIAS,
    },
    {
      what: "worst kind",
      goal: "≤ 10 %",
      measured: `${percent(worst.mean)} (${worst.kind})`,
      isReached: worst.mean <= WORST_KIND,
    },
    {
      what: "most under-estimated kind",
      goal: "≥ −8 %",
      measured: `${percent(under.bias)} (${under.kind})`,
      isReached: under.bias >= -WORST_UNDER,
    },
  ];
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
