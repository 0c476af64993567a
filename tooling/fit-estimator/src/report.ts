import { estimateText } from "@cutpoint/core";
import type { ExactCounter } from "./exact.ts";
import { type ErrorReport, measure } from "./measure.ts";
import { type Chunk, chunksOf } from "./texts/chunks.ts";
import { testKinds } from "./texts/test-kinds.ts";

const CHUNKS_PER_KIND = 40;
const SEED = 2;

/** The texts that the estimator is judged by, in pieces. */
export function testChunks(): readonly Chunk[] {
  return chunksOf(testKinds(), CHUNKS_PER_KIND, SEED);
}

/** How far core's estimator is off on texts that it was not fitted on. */
export function errorReport(exact: ExactCounter): ErrorReport {
  const chunks = testChunks();
  return measure(
    chunks,
    chunks.map((chunk) => exact.count(chunk.text)),
    estimateText,
  );
}

/** The report as a Markdown page. */
export function reportPage(report: ErrorReport): string {
  const percent = (share: number): string => (share * 100).toFixed(1);
  const rows = report.kinds.map(
    ({ kind, texts, mean, p95, bias }) =>
      `| ${kind} | ${texts} | ${percent(mean)} | ${percent(p95)} | ${percent(bias)} |`,
  );
  return `# How far the estimator is off

Written by \`pnpm --filter @cutpoint/fit-estimator fit\`: \`estimateText\` against exact o200k_base counts, on texts of
200 to 8,000 characters from documents and projects that it was not fitted on. Percent; a bias below 0 is too little.

| kind | texts | mean error | 95th percentile | bias |
| --- | --- | --- | --- | --- |
${rows.join("\n")}
| **all ${report.kinds.length} kinds** | | **${percent(report.mean)}** | **${percent(report.p95)}** | **${percent(report.bias)}** |
`;
}
