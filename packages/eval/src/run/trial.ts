import type { TokenEstimator } from "@cutpoint/core";
import { summaryMessage } from "../methods/lines-within.ts";
import { type Cut, cutsOf } from "../reading/cut.ts";
import { type Needs, needsOf } from "../reading/needs.ts";
import type { Reading } from "../reading/reading.ts";
import type { TranscriptKind } from "../transcript/transcript.ts";

/** Default budgets as shares of a history's tokens. A recorded transcript also has its summary's size as a budget. */
export const BUDGETS: Readonly<Record<TranscriptKind, readonly number[]>> = {
  coding: [0.2, 0.1, 0.05],
  service: [0.4, 0.2],
  chat: [0.2, 0.1, 0.05],
  recorded: [0.1],
};

/** A cut with a budget. */
export type Trial = {
  readonly reading: Reading;
  readonly cut: Cut;
  readonly needs: Needs;
  /** Budget as a share of the history's tokens, or `null` for the size of the recorded summary. */
  readonly share: number | null;
  readonly budgetTokens: number;
};

/** Yields every cut of a transcript with every budget. */
export function* trialsOf(
  reading: Reading,
  estimator: TokenEstimator,
  budgets?: readonly number[],
): Generator<Trial> {
  const { kind, summary } = reading.transcript;
  for (const cut of cutsOf(reading)) {
    const needs = needsOf(reading, cut);
    const trial = (budgetTokens: number, share: number | null): Trial => ({
      reading,
      cut,
      needs,
      share,
      budgetTokens,
    });
    if (summary !== null) yield trial(estimator.estimate(summaryMessage(summary.text)), null);
    for (const share of budgets ?? BUDGETS[kind])
      yield trial(Math.floor(cut.historyTokens * share), share);
  }
}
