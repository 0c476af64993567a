import { createTiktokenEstimator } from "@cutpoint/estimator-tiktoken";
import {
  createCutpoint,
  createKeepNewest,
  createTfIdf,
  evaluate,
  GOALS,
  judge,
  type Row,
  summarizeRows,
  tableLines,
  tallyLines,
  verdictLines,
} from "@cutpoint/eval";
import {
  REUSE_TREES,
  REUSE_WEIGHTS,
} from "../../../packages/extractive/src/terms/reuse-weights.ts";
import { FEATURE_NAMES } from "../../../packages/extractive/src/terms/reuse.ts";
import { type Project, projectsOf, transcriptsIn } from "./projects.ts";
import { learned } from "./report.ts";

const directory = process.env["CUTPOINT_TRANSCRIPTS"];
if (directory === undefined)
  console.log("skipped: CUTPOINT_TRANSCRIPTS is not set to a folder of transcripts");
else await crossValidate(directory, process.argv.includes("--rounds") ? [1, 5] : [1]);

/** Evaluates the digest on each project with a model of the other projects. */
async function crossValidate(folder: string, rounds: readonly number[]): Promise<void> {
  await using estimator = await createTiktokenEstimator();
  const transcripts = await transcriptsIn(folder);
  const projects = projectsOf(transcripts, estimator);
  const arms = [createCutpoint(), createTfIdf(), createKeepNewest()];
  const rows: Row[] = [];
  for (const [place, { name }] of projects.entries()) {
    console.error(`measuring project ${place + 1} of ${projects.length}`);
    use(projects.filter((project) => project.name !== name));
    const own = transcripts.filter(
      ({ kind, project }) => project === name && (kind === "coding" || kind === "recorded"),
    );
    for (const transcript of own)
      for await (const row of evaluate(transcript, { arms, estimator, rounds })) rows.push(row);
  }
  const summaries = summarizeRows(rows);
  const goals = GOALS.filter(({ kind }) => kind === "coding" || kind === "recorded");
  const lines = [
    ...tableLines(summaries),
    ...tallyLines(rows, "byType", ["cutpoint"]),
    ...tallyLines(rows, "byOrigin", ["cutpoint"]),
    ...verdictLines("cutpoint", judge(summaries, "cutpoint", goals)),
  ];
  console.log(lines.join("\n"));
}

/** Replaces the tables in place, because the summarizer reads them for each summary. */
function use(projects: readonly Project[]): void {
  const table: Record<string, readonly [number, number]> = REUSE_WEIGHTS;
  const tokens = learned(projects, "anchors", FEATURE_NAMES.length);
  const words = learned(projects, "words", FEATURE_NAMES.length);
  for (const [index, name] of FEATURE_NAMES.entries())
    table[name] = [tokens.weights[index] ?? 0, words.weights[index] ?? 0];
  Object.assign(REUSE_TREES, tokens.trees, { length: tokens.trees.length });
}
