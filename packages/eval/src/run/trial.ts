import type { TokenEstimator } from "@cutpoint/core";
import { summaryMessage } from "../methods/lines-within.ts";
import { type Cut, cutsOf } from "../reading/cut.ts";
import { type Needs, needsOf } from "../reading/needs.ts";
import type { Reading } from "../reading/reading.ts";
import type { TranscriptKind } from "../transcript/transcript.ts";

/** The budgets that are tried, as shares of a history's tokens; a recorded summary has a budget of its own. */
export const BUDGETS: Readonly<Record<TranscriptKind, readonly number[]>> = {
  coding: [0.2, 0.1, 0.05],
  service: [0.4, 0.2],
  chat: [0.2, 0.1, 0.05],
  recorded: [],
};

/** One place where methods are compared. */
export type Trial = {
  readonly reading: Reading;
  readonly cut: Cut;
  readonly needs: Needs;
  readonly share: number;
  readonly budgetTokens: number;
};

/** Every cut of a transcript with every budget. */
export function* trialsOf(
  reading: Reading,
  estimator: TokenEstimator,
  budgets?: readonly number[],
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
      yield trial(budgetTokens, budgetTokens / Math.max(1, cut.historyTokens));
    }
  }
}
