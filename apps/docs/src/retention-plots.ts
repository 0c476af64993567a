import { readFileSync } from "node:fs";
import type { MeasureName, Summary } from "@cutpoint/eval";
import { lineChart } from "./line-chart.ts";

/** What `cutpoint eval --json` printed. */
const RESULTS = new URL("../../../docs/measured/retention.json", import.meta.url);

const METHODS: Readonly<Record<string, string>> = {
  cutpoint: "Cutpoint, offline",
  "user-text-and-newest": "user text and newest",
  "tf-idf": "TF-IDF lines",
  bm25: "BM25 lines",
  "clear-results": "clear tool results",
  "keep-newest": "newest messages",
};

type Plot = {
  readonly file: string;
  readonly kind: Summary["kind"];
  readonly measure: MeasureName;
  readonly title: string;
};

const PLOTS: readonly Plot[] = [
  {
    file: "retention-coding.svg",
    kind: "coding",
    measure: "quality",
    title: "Coding: exact data kept",
  },
  {
    file: "retention-far.svg",
    kind: "coding",
    measure: "far",
    title: "Coding: data that is used late",
  },
  {
    file: "retention-chat.svg",
    kind: "chat",
    measure: "evidence",
    title: "Chat: evidence for later questions",
  },
];

/** Returns the plots of the retention page by file name. */
export function retentionPlots(): ReadonlyMap<string, string> {
  const summaries = JSON.parse(readFileSync(RESULTS, "utf8")) as readonly Summary[];
  return new Map(PLOTS.map((plot) => [plot.file, draw(plot, summaries)]));
}

function draw({ kind, measure, title }: Plot, summaries: readonly Summary[]): string {
  const once = summaries.filter((each) => each.kind === kind && each.rounds === 1);
  const curves = Object.entries(METHODS).map(([method, name]) => ({
    name,
    points: once
      .flatMap(({ method: measured, measures, share }) => {
        const value = measures[measure];
        return measured === method && share !== null && value !== null ? [{ share, value }] : [];
      })
      .toSorted((a, b) => a.share - b.share),
  }));
  return lineChart(
    title,
    "size of the result",
    curves.filter(({ points }) => points.length > 0),
  );
}
