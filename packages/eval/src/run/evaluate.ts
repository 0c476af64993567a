import type { Message, TokenEstimator } from "@cutpoint/core";
import { createKeepNewest } from "../methods/keep-newest.ts";
import { summaryMessage } from "../methods/lines-within.ts";
import type { Arm, MethodRequest, MethodResult } from "../methods/method.ts";
import { systemMessages } from "../methods/steps.ts";
import { type Cut, cutsOf } from "../reading/cut.ts";
import { type Needs, needsOf } from "../reading/needs.ts";
import { rememberTokens } from "../reading/remember-tokens.ts";
import { type Reading, readingOf } from "../reading/reading.ts";
import { keptAnchors } from "../measure/retention.ts";
import { resultTextOf } from "../measure/result-text.ts";
import type { Transcript, TranscriptKind } from "../transcript/transcript.ts";
import { measureResult } from "./measure-result.ts";
import type { Row } from "./row.ts";

/** The budgets that are tried, as shares of a history's tokens; a recorded summary has a budget of its own. */
export const BUDGETS: Readonly<Record<TranscriptKind, readonly number[]>> = {
  coding: [0.2, 0.1, 0.05],
  service: [0.4, 0.2],
  chat: [0.2, 0.1, 0.05],
  recorded: [],
};

export type EvaluateOptions = {
  readonly arms: readonly Arm[];
  /** Counts exactly: `createTiktokenEstimator`. */
  readonly estimator: TokenEstimator;
  /** Shares of a history's tokens, for every kind but `recorded`. Default: {@link BUDGETS}. */
  readonly budgets?: readonly number[];
};

/** One place where methods are compared. */
export type Trial = {
  readonly reading: Reading;
  readonly cut: Cut;
  readonly needs: Needs;
  readonly share: number;
  readonly budgetTokens: number;
};

/** Every method at every cut of a transcript with every budget. */
export async function* evaluate(
  transcript: Transcript,
  options: EvaluateOptions,
): AsyncGenerator<Row> {
  const estimator = rememberTokens(options.estimator);
  const reading = readingOf(transcript, estimator);
  for (const trial of trialsOf(reading, { ...options, estimator })) {
    const history = transcript.messages.slice(0, trial.cut.at);
    const newest = await resultOf(createKeepNewest(), trial, history, estimator);
    const baseline = keptAnchors(trial.needs, resultTextOf(newest.messages));
    for (const arm of armsFor(transcript, options.arms)) {
      const result = await resultOf(arm, trial, history, estimator);
      yield measureResult({ arm, trial, history, result, baseline, estimator });
    }
  }
}

export function* trialsOf(
  reading: Reading,
  { budgets, estimator }: EvaluateOptions,
): Generator<Trial> {
  const { kind, summary } = reading.transcript;
  for (const cut of cutsOf(reading)) {
    const needs = needsOf(reading, cut);
    const trial = (budgetTokens: number, share: number): Trial => ({
      reading,
      cut,
      needs,
      share,
      budgetTokens,
    });
    if (summary === null) {
      for (const share of budgets ?? BUDGETS[kind])
        yield trial(Math.floor(cut.historyTokens * share), share);
    } else {
      const budgetTokens = estimator.estimate(summaryMessage(summary.text));
      yield trial(budgetTokens, budgetTokens / cut.historyTokens);
    }
  }
}

/** What a method made, or what it threw. */
export type Made = {
  readonly messages: readonly Message[];
  readonly error: string | null;
  readonly milliseconds: number;
};

async function resultOf(
  arm: Arm,
  { needs, budgetTokens }: Trial,
  history: readonly Message[],
  estimator: TokenEstimator,
): Promise<Made> {
  const request: MethodRequest = { messages: history, budgetTokens, estimator };
  const start = performance.now();
  try {
    const result = await (arm.role === "oracle"
      ? arm.compact(request, needs)
      : arm.compact(request));
    const milliseconds = performance.now() - start;
    return { messages: asMessages(result, history), error: null, milliseconds };
  } catch (error) {
    const told = error instanceof Error ? error.message : String(error);
    return { messages: [], error: told, milliseconds: performance.now() - start };
  }
}

function asMessages(result: MethodResult, history: readonly Message[]): readonly Message[] {
  if (typeof result !== "string") return result;
  return [...systemMessages(history), ...(result === "" ? [] : [summaryMessage(result)])];
}

/** A recorded summary is a method of its own. */
function armsFor({ summary }: Transcript, arms: readonly Arm[]): readonly Arm[] {
  if (summary === null) return arms;
  return [{ role: "method", name: "recorded-summary", compact: () => summary.text }, ...arms];
}
