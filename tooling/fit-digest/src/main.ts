import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTiktokenEstimator } from "@cutpoint/estimator-tiktoken";
import { readingOf, readTranscriptFile } from "@cutpoint/eval";
import { FEATURE_NAMES } from "../../../packages/core/src/summarize/need.ts";
import { learned, type Project, reportText, tableSource } from "./report.ts";
import { type Samples, samplesOf } from "./samples.ts";

const directory = process.env["CUTPOINT_TRANSCRIPTS"];
if (directory === undefined)
  console.log("skipped: CUTPOINT_TRANSCRIPTS names no directory of transcripts");
else await fit(directory);

async function fit(folder: string): Promise<void> {
  const projects = await projectsIn(folder);
  const size = FEATURE_NAMES.length;
  const tables = {
    anchors: learned(projects, "anchors", size),
    words: learned(projects, "words", size),
  };
  const table = new URL("../../../packages/core/src/summarize/need-table.ts", import.meta.url);
  writeFileSync(table, tableSource(tables, FEATURE_NAMES));
  const report = new URL("../report.md", import.meta.url);
  writeFileSync(report, reportText(projects, tables, FEATURE_NAMES));
  console.log(`wrote ${fileURLToPath(table)} and ${fileURLToPath(report)}`);
}

/** Coding conversations alone: the others have too little that comes back, or may be used for measuring only. */
async function projectsIn(folder: string): Promise<readonly Project[]> {
  await using estimator = await createTiktokenEstimator();
  const projects = new Map<string, Samples[]>();
  const files = readdirSync(folder).filter(
    (name) => /\.json(?:\.gz)?$/u.test(name) && !name.startsWith("index"),
  );
  for (const file of files.toSorted()) {
    const transcript = await readTranscriptFile(join(folder, file));
    if (transcript.kind !== "coding") continue;
    const samples = projects.get(transcript.project) ?? [];
    projects.set(transcript.project, samples);
    samples.push(...samplesOf(readingOf(transcript, estimator)));
  }
  return [...projects].map(([name, samples]) => ({ name, samples }));
}
