import type { TokenEstimator } from "@cutpoint/core";
import { type Reading, readingOf, type Transcript } from "@cutpoint/eval";
import { readTranscripts } from "../../../packages/cli/src/transcript-files.ts";
import { type Samples, samplesOf } from "./samples.ts";

/** The samples of one project: what is learned of some projects is tried on another. */
export type Project = { readonly name: string; readonly samples: readonly Samples[] };

/** The transcripts in a folder, by the names of their files. */
export async function transcriptsIn(folder: string): Promise<readonly Transcript[]> {
  const all = { only: [], projects: [], sample: null };
  return Array.fromAsync(readTranscripts([folder], all, () => undefined));
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
