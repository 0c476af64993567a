import { averagePrecision, fitLogistic, type Sample } from "./logistic.ts";
import type { Project } from "./projects.ts";
import type { Samples } from "./samples.ts";

export type Sort = keyof Samples;

/** The weights learned of all projects. */
export function learned(projects: readonly Project[], sort: Sort, size: number): readonly number[] {
  return fitLogistic(samplesIn(projects, sort), size);
}

/** How well what was learned of the other projects foretells each, by its number alone: projects have no names here. */
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

/** The source of core's table. */
export function tableSource(
  tables: Readonly<Record<Sort, readonly number[]>>,
  names: readonly string[],
): string {
  const table = (sort: Sort): string =>
    names
      .map((name, place) => [name, Math.round((tables[sort][place] ?? 0) * 100) / 100] as const)
      .filter(([, weight]) => weight !== 0)
      .map(([name, weight]) => `  ${name}: ${weight},\n`)
      .join("");
  return `// Written by tooling/fit-digest: \`pnpm --filter @cutpoint/fit-digest fit\`.

/** What each feature of an exact thing says about the chance that it is needed. */
export const ANCHOR_WEIGHTS: Readonly<Record<string, number>> = {
${table("anchors")}};

/** The same for a word. */
export const WORD_WEIGHTS: Readonly<Record<string, number>> = {
${table("words")}};
`;
}

/** What was learned, and how well it foretells, for readers. */
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
    "# What the digest weighs a name by",
    "Written by `pnpm --filter @cutpoint/fit-digest fit`. A sample is a name (or a rare word) of a history that was cut somewhere; it was needed if the model used it later without being shown it again. The weights are those of a logistic regression over the features of `packages/extractive/src/reuse.ts`.",
    "## How well it foretells",
    "Each project by what was learned of the others. *Precision* is the average precision of the ranking, *by chance* what a random order reaches.",
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
