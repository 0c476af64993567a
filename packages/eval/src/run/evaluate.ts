import type { TokenEstimator } from "@cutpoint/core";
import { evidenceFound } from "../measure/evidence-found.ts";
import { resultTextOf } from "../measure/result-text.ts";
import { keptAnchors } from "../measure/retention.ts";
import { createKeepNewest } from "../methods/keep-newest.ts";
import type { Arm } from "../methods/method.ts";
import { readingOf } from "../reading/reading.ts";
import { rememberTokens } from "../reading/remember-tokens.ts";
import type { Transcript } from "../transcript/transcript.ts";
import { makeResult } from "./make-result.ts";
import { measureResult } from "./measure-result.ts";
import type { Row } from "./row.ts";
import { trialsOf } from "./trial.ts";

export type EvaluateOptions = {
  readonly arms: readonly Arm[];
  /** Counts exactly: `createTiktokenEstimator`. */
  readonly estimator: TokenEstimator;
  /** Shares of a history's tokens, for every kind but `recorded`. Default: {@link BUDGETS}. */
  readonly budgets?: readonly number[];
  /**
   * How often to compact in a row, each number by itself; oracle and control arms, chats and recorded summaries are
   * compacted once. Default `[1]`.
   */
  readonly rounds?: readonly number[];
};

/** Every method at every cut of a transcript with every budget. */
export async function* evaluate(
  transcript: Transcript,
  { arms, estimator: exact, budgets, rounds = [1] }: EvaluateOptions,
): AsyncGenerator<Row> {
  const estimator = rememberTokens(exact);
  const reading = readingOf(transcript, estimator);
  const all = armsFor(transcript, arms);
  const found = new Map<Arm, number | null>();
  for (const arm of all)
    found.set(arm, arm.role === "oracle" ? null : await evidenceFound(transcript, arm));
  for (const trial of trialsOf(reading, estimator, budgets)) {
    const newest = await makeResult(createKeepNewest(), trial, estimator);
    const baseline = keptAnchors(trial.needs, resultTextOf(newest.messages));
    for (const arm of all)
      for (const round of roundsFor(transcript, arm, rounds)) {
        const result = await makeResult(arm, trial, estimator, round);
        yield measureResult({
          arm,
          trial,
          result,
          baseline,
          estimator,
          rounds: round,
          found: found.get(arm) ?? null,
        });
      }
  }
}

/** A recorded summary is a method of its own. */
function armsFor({ summary }: Transcript, arms: readonly Arm[]): readonly Arm[] {
  if (summary === null) return arms;
  return [{ role: "method", name: "recorded-summary", compact: () => summary.text }, ...arms];
}

function roundsFor(
  { kind }: Transcript,
  { role }: Arm,
  rounds: readonly number[],
): readonly number[] {
  const isRepeated = role === "method" && (kind === "coding" || kind === "service");
  return isRepeated ? rounds : [1];
}
