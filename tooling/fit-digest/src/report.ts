import { averagePrecision, fitLogistic, type Sample } from "./logistic.ts";
import type { Project } from "./projects.ts";
import type { Samples } from "./samples.ts";

export type Sort = keyof Samples;

/** Fits weights to the samples of all given projects. */
export function learned(projects: readonly Project[], sort: Sort, size: number): readonly number[] {
  return fitLogistic(samplesIn(projects, sort), size);
}

/** Evaluates each project with weights from the others. The report numbers projects instead of naming them. */
function crossValidated(
  projects: readonly Project[],
  sort: Sort,
  size: number,
): readonly { readonly histories: number; readonly precision: number; readonly chance: number }[] {
  return projects.map((left) => {
    const others = projects.filter((project) => project !== left);
    const weights = fitLogistic(samplesIn(others, sort), size);
    const histories = left.samples.map((samples) => samples[sort]);
    return {
      histories: histories.length,
      precision: mean(histories.map((samples) => averagePrecision(samples, weights))),
      chance: mean(histories.map(shareNeeded)),
    };
  });
}

function samplesIn(projects: readonly Project[], sort: Sort): readonly Sample[] {
  return projects.flatMap(({ samples }) => samples.flatMap((each) => each[sort]));
}

function shareNeeded(samples: readonly Sample[]): number {
  return samples.filter(({ needed }) => needed).length / Math.max(1, samples.length);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** Returns the source of the weight table of the extractive summarizer. */
export function tableSource(
  tables: Readonly<Record<Sort, readonly number[]>>,
  names: readonly string[],
): string {
  const rows = names
    .map((name, index) => [name, round(tables.anchors[index]), round(tables.words[index])] as const)
    .filter(([, token, word]) => token !== 0 || word !== 0)
    .map(([name, token, word]) => `  ${name}: [${token}, ${word}],\n`)
    .join("");
  return `// Written by tooling/fit-digest: \`pnpm --filter @cutpoint/fit-digest fit\`.

/** Logistic regression weights of each feature, for exact tokens and for words. */
export const REUSE_WEIGHTS: Readonly<Record<string, readonly [token: number, word: number]>> = {
${rows}};
`;
}

function round(weight = 0): number {
  return Math.round(weight * 100) / 100;
}

/** Renders the report: accuracy and weights. */
export function reportText(
  projects: readonly Project[],
  tables: Readonly<Record<Sort, readonly number[]>>,
  names: readonly string[],
): string {
  const rows = (sort: Sort): readonly string[] =>
    crossValidated(projects, sort, names.length).map(
      ({ histories, precision, chance }, place) =>
        `| ${sort} | ${place + 1} | ${histories} | ${precision.toFixed(3)} | ${chance.toFixed(3)} |`,
    );
  const weights = names.map(
    (name, place) =>
      `| ${name} | ${(tables.anchors[place] ?? 0).toFixed(2)} | ${(tables.words[place] ?? 0).toFixed(2)} |`,
  );
  return [
    "# Weights of the digest",
    "Written by `pnpm --filter @cutpoint/fit-digest fit`. A sample is a name or a rare word of a truncated history. It was needed if the model used it later without seeing it again. The weights are the result of a logistic regression over the features in `packages/extractive/src/reuse.ts`.",
    "## Accuracy",
    "Each project is ranked with weights from the other projects. *Precision* is the average precision of the ranking. *By chance* is the average precision of a random order.",
    [
      "| | project | histories | precision | by chance |",
      "| --- | --: | --: | --: | --: |",
      ...rows("anchors"),
      ...rows("words"),
    ].join("\n"),
    "## Weights",
    ["| feature | exact thing | word |", "| --- | --: | --: |", ...weights].join("\n"),
    "",
  ].join("\n\n");
}
