import { estimateText } from "@cutpoint/core";
import type { ExactCounter } from "./exact.ts";
import { type ErrorReport, measure } from "./measure.ts";
import { type Chunk, chunksOf } from "./texts/chunks.ts";
import { testKinds } from "./texts/test-kinds.ts";

const CHUNKS_PER_KIND = 40;
const SEED = 2;

/** Returns the chunks of the test texts. */
export function testChunks(): readonly Chunk[] {
  return chunksOf(testKinds(), CHUNKS_PER_KIND, SEED);
}

/** Measures core's estimator on texts that were not used for the fit. */
export function errorReport(exact: ExactCounter): ErrorReport {
  const chunks = testChunks();
  return measure(
    chunks,
    chunks.map((chunk) => exact.count(chunk.text)),
    estimateText,
  );
}

/** Renders the report as Markdown. */
export function reportPage(report: ErrorReport): string {
  const percent = (share: number): string => (share * 100).toFixed(1);
  const rows = report.kinds.map(
    ({ kind, texts, mean, p95, bias }) =>
      `| ${kind} | ${texts} | ${percent(mean)} | ${percent(p95)} | ${percent(bias)} |`,
  );
  return `# Error of the estimator

Written by \`npx --yes pnpm@12 --filter @cutpoint/fit-estimator fit\`: \`estimateText\` against exact o200k_base counts, for texts of
200 to 8,000 characters that were not used for the fit. All values are percent. A negative bias is an underestimate.

| kind | texts | mean error | 95th percentile | bias |
| --- | --- | --- | --- | --- |
${rows.join("\n")}
| **all ${report.kinds.length} kinds** | | **${percent(report.mean)}** | **${percent(report.p95)}** | **${percent(report.bias)}** |
`;
}
