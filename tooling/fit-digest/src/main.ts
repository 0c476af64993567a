import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createTiktokenEstimator } from "@cutpoint/estimator-tiktoken";
import { FEATURE_NAMES } from "../../../packages/extractive/src/terms/reuse.ts";
import { projectsOf, transcriptsIn } from "./projects.ts";
import { learned, reportText, tableSource } from "./report.ts";

const directory = process.env["CUTPOINT_TRANSCRIPTS"];
if (directory === undefined)
  console.log("skipped: CUTPOINT_TRANSCRIPTS is not set to a folder of transcripts");
else await fit(directory);

async function fit(folder: string): Promise<void> {
  await using estimator = await createTiktokenEstimator();
  const projects = projectsOf(await transcriptsIn(folder), estimator);
  const size = FEATURE_NAMES.length;
  const models = {
    anchors: learned(projects, "anchors", size),
    words: learned(projects, "words", size),
  };
  const table = new URL("../../../packages/extractive/src/terms/reuse-weights.ts", import.meta.url);
  writeFileSync(table, tableSource(models, FEATURE_NAMES));
  const report = new URL("../report.md", import.meta.url);
  writeFileSync(report, reportText(projects, models, FEATURE_NAMES));
  console.log(`wrote ${fileURLToPath(table)} and ${fileURLToPath(report)}`);
}
