import type { Message, TokenEstimator } from "@cutpoint/core";
import { type Arm, createCutpoint, createKeepNewest, type Trial } from "@cutpoint/eval";
import { resultTextOf } from "../../../packages/eval/src/measure/result-text.ts";
import { keptAnchors } from "../../../packages/eval/src/measure/retention.ts";
import { tokensOf as exactTokens } from "../../../packages/eval/src/measure/validity.ts";
import { makeResult } from "../../../packages/eval/src/run/make-result.ts";
import { measureResult } from "../../../packages/eval/src/run/measure-result.ts";
import type { Conversation } from "./conversation.ts";
import { addRequest, emptyLedger, type Ledger } from "./ledger.ts";
import { tokensOf } from "./other-ways.ts";
import type { Way } from "./way.ts";

/** A conversation that was played, and what the views still contained, from 0 to 1. */
export type Played = {
  readonly way: string;
  readonly windowTokens: number;
  readonly conversation: string;
  readonly project: string;
  readonly conversationTokens: number;
  readonly ledger: Ledger;
  readonly quality: readonly number[];
  readonly far: readonly number[];
  /** The quality after one call with a budget of the same size. */
  readonly oneCall: readonly number[];
};

/** Plays a conversation message by message. */
export async function play(
  way: Way,
  windowTokens: number,
  conversation: Conversation,
  estimator: TokenEstimator,
): Promise<Played> {
  const { id, items, project, requests, trials } = conversation;
  const player = way.play(windowTokens);
  const limits = { windowTokens, limitTokens: way.limitTokens(windowTokens) };
  const ledger = emptyLedger();
  const quality: number[] = [];
  const far: number[] = [];
  const oneCall: number[] = [];
  let before: readonly Message[] = [];
  for (const place of requests) {
    const step = await player.next(items.slice(0, place));
    addRequest(ledger, step, before, limits);
    before = step.messages;
    const trial = trials.get(place);
    if (trial === undefined) continue;
    const compacted = await player.compacted(items.slice(0, place));
    const { measures } = await measureView(compacted, trial, estimator);
    if (measures.quality === null) continue;
    quality.push(measures.quality);
    if (measures.far !== null) far.push(measures.far);
    const budgetTokens = exactTokens(compacted, estimator);
    const { messages } = await makeResult(createCutpoint(), { ...trial, budgetTokens }, estimator);
    oneCall.push((await measureView(messages, trial, estimator)).measures.quality ?? 0);
  }
  const conversationTokens = tokensOf(items.map(({ message }) => message));
  return {
    way: way.name,
    windowTokens,
    conversation: id,
    project,
    conversationTokens,
    ledger,
    quality,
    far,
    oneCall,
  };
}

async function measureView(messages: readonly Message[], trial: Trial, estimator: TokenEstimator) {
  const arm: Arm = { role: "session", name: "view", compact: () => messages };
  const budgetTokens = exactTokens(messages, estimator);
  const ownSize = { ...trial, budgetTokens };
  const newest = await makeResult(createKeepNewest(), ownSize, estimator);
  const baseline = keptAnchors(trial.needs, resultTextOf(newest.messages));
  const result = { messages, error: null, milliseconds: 0 };
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
