import { createCompactor, type Policy, type Summarizer, type TokenEstimator } from "@cutpoint/core";
import { type Arm, createCutpoint, createKeepNewest, type Row, type Trial } from "@cutpoint/eval";
import { resultTextOf } from "../../../packages/eval/src/measure/result-text.ts";
import { keptAnchors } from "../../../packages/eval/src/measure/retention.ts";
import { tokensOf } from "../../../packages/eval/src/measure/validity.ts";
import { compactAlong } from "../../../packages/eval/src/methods/compact-along.ts";
import { makeResult } from "../../../packages/eval/src/run/make-result.ts";
import { measureResult } from "../../../packages/eval/src/run/measure-result.ts";

export type PolicyTrial = {
  readonly trial: Trial;
  readonly windowTokens: number;
  /** `undefined` for the default policy. */
  readonly policy: Policy | undefined;
  readonly summarizer: Summarizer;
  /** Whether the conversation grows message by message, or is compacted once, at the end. */
  readonly isGrowing: boolean;
  readonly estimator: TokenEstimator;
};

/** Compacts a conversation in a window, at least at its end, and measures the view at its own size. */
export async function measurePolicy({
  trial,
  windowTokens,
  policy,
  summarizer,
  isGrowing,
  estimator,
}: PolicyTrial): Promise<{ readonly row: Row; readonly compactions: number }> {
  let compactions = 0;
  const arm: Arm = {
    role: "session",
    name: "policy",
    compact: async ({ history }) => {
      const compactor = createCompactor({
        summarizer,
        ...(policy === undefined ? {} : { policy }),
      });
      const along = await compactAlong(compactor, history, { windowTokens, isGrowing });
      ({ compactions } = along);
      return along.messages;
    },
  };
  return { row: await measureArm(arm, trial, estimator), compactions };
}

/** Measures `compactMessages` without settings, with a budget of the size of another view. */
export async function measureOneCall(
  trial: Trial,
  budgetTokens: number,
  estimator: TokenEstimator,
): Promise<Row> {
  return measureArm(createCutpoint(), { ...trial, budgetTokens }, estimator);
}

async function measureArm(arm: Arm, trial: Trial, estimator: TokenEstimator): Promise<Row> {
  const result = await makeResult(arm, trial, estimator);
  const budgetTokens = tokensOf(result.messages, estimator);
  const ownSize = { ...trial, share: null, budgetTokens };
  const newest = await makeResult(createKeepNewest(), ownSize, estimator);
  const baseline = keptAnchors(trial.needs, resultTextOf(newest.messages));
  return measureResult({
    arm,
    trial: ownSize,
    result,
    baseline,
    estimator,
    rounds: 1,
    found: null,
  });
}
