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
import { ANCHOR_WEIGHTS, WORD_WEIGHTS } from "../../../packages/extractive/src/reuse-weights.ts";
import { FEATURE_NAMES } from "../../../packages/extractive/src/reuse.ts";
import { type Project, projectsOf, transcriptsIn } from "./projects.ts";
import { learned, type Sort } from "./report.ts";

const directory = process.env["CUTPOINT_TRANSCRIPTS"];
if (directory === undefined)
  console.log("skipped: CUTPOINT_TRANSCRIPTS names no directory of transcripts");
else await crossValidate(directory, process.argv.includes("--rounds") ? [1, 5] : [1]);

/** Measures the digest on each project with a table that was learned from the others alone. */
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
  const told = [
    ...tableLines(summaries),
    ...tallyLines(rows, "byType", ["cutpoint"]),
    ...tallyLines(rows, "byOrigin", ["cutpoint"]),
    ...verdictLines("cutpoint", judge(summaries, "cutpoint", goals)),
  ];
  console.log(told.join("\n"));
}

/** Puts what some projects teach in the place of core's tables, which are read anew for each digest. */
function use(projects: readonly Project[]): void {
  put(ANCHOR_WEIGHTS, projects, "anchors");
  put(WORD_WEIGHTS, projects, "words");
}

function put(table: Record<string, number>, projects: readonly Project[], sort: Sort): void {
  const weights = learned(projects, sort, FEATURE_NAMES.length);
  for (const [place, name] of FEATURE_NAMES.entries()) table[name] = weights[place] ?? 0;
}
