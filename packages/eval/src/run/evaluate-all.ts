import { createTiktokenEstimator, type TiktokenEstimator } from "@cutpoint/estimator-tiktoken";
import type { Transcript } from "../transcript/transcript.ts";
import { evaluate, type EvaluateOptions } from "./evaluate.ts";
import type { Row } from "./row.ts";

/** Runs {@link evaluate} for each transcript, with an exact estimator. */
export async function* evaluateAll(
  transcripts: AsyncIterable<Transcript> | Iterable<Transcript>,
  options: Omit<EvaluateOptions, "estimator">,
): AsyncGenerator<Row> {
  let estimator: TiktokenEstimator | null = null;
  try {
    for await (const transcript of transcripts) {
      estimator ??= await createTiktokenEstimator();
      yield* evaluate(transcript, { ...options, estimator });
    }
  } finally {
    estimator?.[Symbol.dispose]();
  }
}
