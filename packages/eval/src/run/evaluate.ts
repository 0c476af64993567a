import type { TokenEstimator } from "@cutpoint/core";
import { evidenceFound } from "../measure/evidence-found.ts";
import { resultTextOf } from "../measure/result-text.ts";
import { keptAnchors } from "../measure/retention.ts";
import { createKeepNewest } from "../methods/keep-newest.ts";
import { createRecordedArms, RECORDED_ARMS } from "../methods/recorded-arms.ts";
import type { Arm } from "../methods/method.ts";
import { readingOf } from "../reading/reading.ts";
import { cacheTokens } from "../reading/cache-tokens.ts";
import { tokensOf } from "../measure/validity.ts";
import type { Transcript, TranscriptKind } from "../transcript/transcript.ts";
import { makeResult, type MethodOutput } from "./make-result.ts";
import { measureResult } from "./measure-result.ts";
import type { Row } from "./row.ts";
import { type Trial, trialsOf } from "./trial.ts";

export type EvaluateOptions = {
  readonly arms: readonly Arm[];
  /** The names of methods that a recorded summary adds. Default: all. */
  readonly recorded?: readonly string[];
  /** Exact estimator, such as `createTiktokenEstimator`. */
  readonly estimator: TokenEstimator;
  /** Shares of the history's tokens. Default: {@link BUDGETS}. */
  readonly budgets?: readonly number[];
  /**
   * Numbers of compactions in a row, each measured separately. Default: `[1]`.
   *
   * Oracle, control arms, chats and recorded summaries are always compacted once.
   */
  readonly rounds?: readonly number[];
};

/** Runs every method at every cut of a transcript with every budget. */
export async function* evaluate(
  transcript: Transcript,
  { arms, recorded, estimator: exact, budgets, rounds = [1] }: EvaluateOptions,
): AsyncGenerator<Row> {
  const estimator = cacheTokens(exact);
  const reading = readingOf(transcript, estimator);
  const found = new Map<Arm, number | null>();
  for (const arm of arms)
    found.set(arm, arm.role === "oracle" ? null : await evidenceFound(transcript, arm));
  const measuring = async (trial: Trial): Promise<Measuring> => {
    const newest = await makeResult(createKeepNewest(), trial, estimator);
    const baseline = keptAnchors(trial.needs, resultTextOf(newest.messages));
    return (arm, result, round = 1) => {
      const known = found.get(arm) ?? null;
      return measureResult({
        arm,
        trial,
        result,
        baseline,
        estimator,
        rounds: round,
        found: known,
      });
    };
  };
  const others = arms.filter(({ role }) => role !== "session");
  for (const trial of trialsOf(reading, estimator, budgets)) {
    const measure = await measuring(trial);
    for (const arm of armsFor(trial, others, recorded))
      for (const round of roundsFor(transcript, arm, rounds))
        yield measure(arm, await makeResult(arm, trial, estimator, round), round);
  }
  if (!SESSION_KINDS.has(transcript.kind)) return;
  for (const session of arms.filter(({ role }) => role === "session"))
    for (const window of trialsOf(reading, estimator, [SESSION_WINDOW])) {
      const result = await makeResult(session, window, estimator);
      const budgetTokens = tokensOf(result.messages, estimator);
      const trial = { ...window, share: null, budgetTokens };
      const measure = await measuring(trial);
      yield measure(session, result);
      for (const arm of others) yield measure(arm, await makeResult(arm, trial, estimator));
    }
}

type Measuring = (arm: Arm, result: MethodOutput, round?: number) => Row;

/** Window of a session as a share of the history. With the default policy, it compacts about ten times. */
const SESSION_WINDOW = 0.25;
/** Dialogues are shorter than any window. */
const SESSION_KINDS: ReadonlySet<TranscriptKind> = new Set<TranscriptKind>(["coding", "chat"]);

/** A recorded summary is an additional method. With a larger budget it is combined with others. */
function armsFor(
  { reading, share }: Trial,
  arms: readonly Arm[],
  names: readonly string[] = RECORDED_ARMS,
): readonly Arm[] {
  const { summary } = reading.transcript;
  if (summary === null) return arms;
  const alone = names.filter((name) => name === "recorded-summary");
  return [...createRecordedArms(summary.text, share === null ? alone : names), ...arms];
}

function roundsFor(
  { kind }: Transcript,
  { role }: Arm,
  rounds: readonly number[],
): readonly number[] {
  const isRepeated = role === "method" && (kind === "coding" || kind === "service");
  return isRepeated ? rounds : [1];
}
