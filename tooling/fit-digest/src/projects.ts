import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Reading, readingOf, readTranscriptFile, type Transcript } from "@cutpoint/eval";
import type { TokenEstimator } from "@cutpoint/core";
import { type Samples, samplesOf } from "./samples.ts";

/** The samples of one project: what is learned of some projects is tried on another. */
export type Project = { readonly name: string; readonly samples: readonly Samples[] };

/** The transcripts in a folder, by the names of their files. */
export async function transcriptsIn(folder: string): Promise<readonly Transcript[]> {
  const files = readdirSync(folder).filter(
    (name) => /\.json(?:\.gz)?$/u.test(name) && !name.startsWith("index"),
  );
  const transcripts: Transcript[] = [];
  for (const file of files.toSorted())
    transcripts.push(await readTranscriptFile(join(folder, file)));
  return transcripts;
}

/** The projects of coding conversations: the others have too little that comes back, or may be used for measuring only. */
export function projectsOf(
  transcripts: readonly Transcript[],
  estimator: TokenEstimator,
): readonly Project[] {
  const coding = transcripts.filter(({ kind }) => kind === "coding");
  const readings = coding.map((transcript): Reading => readingOf(transcript, estimator));
  const byProject = Map.groupBy(readings, ({ transcript }) => transcript.project);
  return [...byProject].map(([name, own]) => ({ name, samples: own.flatMap(samplesOf) }));
}
