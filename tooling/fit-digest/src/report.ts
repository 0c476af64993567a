import { leafOf } from "../../../packages/extractive/src/terms/reuse.ts";
import { averagePrecision, fitLogistic, type Sample, scoreOf } from "./logistic.ts";
import type { Project } from "./projects.ts";
import type { Samples } from "./samples.ts";
import { fitTrees, type Tree } from "./trees.ts";

export type Sort = keyof Samples;

/** Weights of the features, and trees that correct their sum. Trees for words change neither Q nor far. */
export type Model = { readonly weights: readonly number[]; readonly trees: readonly Tree[] };

/** Fits a model to the samples of all given projects. */
export function learned(projects: readonly Project[], sort: Sort, size: number): Model {
  const samples = samplesIn(projects, sort);
  const weights = fitLogistic(samples, size);
  return { weights, trees: sort === "anchors" ? fitTrees(samples, weights) : [] };
}

/** Evaluates each project with a model of the others. The report numbers projects instead of naming them. */
function crossValidated(
  projects: readonly Project[],
  sort: Sort,
  size: number,
): readonly { readonly histories: number; readonly precision: number; readonly chance: number }[] {
  return projects.map((left) => {
    const others = projects.filter((project) => project !== left);
    const { trees, weights } = learned(others, sort, size);
    const score = (features: readonly number[]): number =>
      trees.reduce((sum, tree) => sum + leafOf(tree, features), scoreOf(features, weights));
    const histories = left.samples.map((samples) => samples[sort]);
    return {
      histories: histories.length,
      precision: mean(histories.map((samples) => averagePrecision(samples, score))),
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

/** Returns the source of the tables of the extractive summarizer. */
export function tableSource(
  { anchors, words }: Readonly<Record<Sort, Model>>,
  names: readonly string[],
): string {
  const weights = names
    .map((name, at) => [name, round(anchors.weights[at]), round(words.weights[at])] as const)
    .filter(([, token, word]) => token !== 0 || word !== 0)
    .map(([name, token, word]) => `  ${name}: [${token}, ${word}],\n`)
    .join("");
  const rows = anchors.trees.map((tree) => `  [${tree.join(", ")}],\n`).join("");
  return `// Written by tooling/fit-digest: \`npx --yes pnpm@12 --filter @cutpoint/fit-digest fit\`.

/** Logistic regression weights of each feature, for exact tokens and for words. */
export const REUSE_WEIGHTS: Readonly<Record<string, readonly [token: number, word: number]>> = {
${weights}};

/** Trees that correct the linear score of exact tokens. See {@link leafOf}. */
// oxfmt-ignore
export const REUSE_TREES: readonly (readonly number[])[] = [
${rows}];
`;
}

function round(weight = 0): number {
  return Math.round(weight * 100) / 100;
}

/** Renders the report: accuracy and weights. */
export function reportText(
  projects: readonly Project[],
  models: Readonly<Record<Sort, Model>>,
  names: readonly string[],
): string {
  const rows = (sort: Sort): readonly string[] =>
    crossValidated(projects, sort, names.length).map(
      ({ histories, precision, chance }, place) =>
        `| ${sort} | ${place + 1} | ${histories} | ${precision.toFixed(3)} | ${chance.toFixed(3)} |`,
    );
  const weights = names.map(
    (name, place) =>
      `| ${name} | ${(models.anchors.weights[place] ?? 0).toFixed(2)} | ${(models.words.weights[place] ?? 0).toFixed(2)} |`,
  );
  return [
    "# Weights of the digest",
    "Written by `npx --yes pnpm@12 --filter @cutpoint/fit-digest fit`. A sample is a name or a rare word of a truncated history. It was needed if the model used it later without seeing it again. The weights are the result of a logistic regression over the features in `packages/extractive/src/terms/reuse.ts`. Trees of three levels correct the sum for exact tokens; they are in `packages/extractive/src/terms/reuse-weights.ts`.",
    "## Accuracy",
    "Each project is ranked with a model of the other projects. *Precision* is the average precision of the ranking. *By chance* is the average precision of a random order.",
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
