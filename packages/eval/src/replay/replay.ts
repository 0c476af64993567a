import type { Message, TokenEstimator } from "@cutpoint/core";
import { resultTextOf } from "../measure/result-text.ts";
import { keptAnchors } from "../measure/retention.ts";
import { tokensOf as exactTokens } from "../measure/validity.ts";
import { createKeepNewest } from "../methods/keep-newest.ts";
import { makeResult } from "../run/make-result.ts";
import { type KeptMeasures, measureKept } from "../run/measure-kept.ts";
import type { Trial } from "../run/trial.ts";
import type { Conversation } from "./conversation.ts";
import { addRequest, emptyLedger, type Ledger, tokensOf } from "./ledger.ts";
import type { Player } from "./player.ts";

/** What the requests of a conversation took, and what the views still contained, from 0 to 1. */
export type Replayed = {
  readonly conversationTokens: number;
  readonly ledger: Ledger;
  /** What later messages need and the view keeps, right after a compaction at each cut. */
  readonly quality: readonly number[];
  readonly far: readonly number[];
};

/** Replays a conversation message by message. */
export async function replay(
  player: Player,
  windowTokens: number,
  { items, requests, trials }: Conversation,
  estimator: TokenEstimator,
): Promise<Replayed> {
  const ledger = emptyLedger();
  const quality: number[] = [];
  const far: number[] = [];
  let before: readonly Message[] = [];
  for (const place of requests) {
    const request = await player.next(items.slice(0, place));
    addRequest(ledger, request, before, windowTokens);
    before = request.messages;
    const trial = trials.get(place);
    if (trial === undefined) continue;
    const compacted = await player.compacted(items.slice(0, place));
    const measures = await measureView(compacted, trial, estimator);
    if (measures.quality === null) continue;
    quality.push(measures.quality);
    if (measures.far !== null) far.push(measures.far);
  }
  const conversationTokens = tokensOf(items.map(({ message }) => message));
  return { conversationTokens, ledger, quality, far };
}

async function measureView(
  messages: readonly Message[],
  trial: Trial,
  estimator: TokenEstimator,
): Promise<KeptMeasures> {
  const budgetTokens = exactTokens(messages, estimator);
  const newest = await makeResult(createKeepNewest(), { ...trial, budgetTokens }, estimator);
  const baseline = keptAnchors(trial.needs, resultTextOf(newest.messages));
  return measureKept(trial, messages, { text: resultTextOf(messages), baseline, estimator });
}
