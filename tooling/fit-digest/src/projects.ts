import type { TokenEstimator } from "@cutpoint/core";
import { type Reading, readingOf, type Transcript } from "@cutpoint/eval";
import { readTranscripts } from "../../../packages/cli/src/transcript-files.ts";
import { type Samples, samplesOf } from "./samples.ts";

/** Samples of one project. Projects are the units of cross-validation. */
export type Project = { readonly name: string; readonly samples: readonly Samples[] };

/** Reads the transcripts in a folder, sorted by file name. */
export async function transcriptsIn(folder: string): Promise<readonly Transcript[]> {
  const all = { only: [], projects: [], sample: null };
  return Array.fromAsync(readTranscripts([folder], all, () => undefined));
}

/** Groups the coding transcripts by project. Other kinds repeat too little or are reserved for evaluation. */
export function projectsOf(
  transcripts: readonly Transcript[],
  estimator: TokenEstimator,
): readonly Project[] {
  const coding = transcripts.filter(({ kind }) => kind === "coding");
  const readings = coding.map((transcript): Reading => readingOf(transcript, estimator));
  const byProject = Map.groupBy(readings, ({ transcript }) => transcript.project);
  return [...byProject].map(([name, own]) => ({ name, samples: own.flatMap(samplesOf) }));
}
