import type { Item } from "@cutpoint/core";
import { itemsOf } from "../methods/steps.ts";
import { answeredPlaces, type Cut } from "../reading/cut.ts";
import { needsOf } from "../reading/needs.ts";
import type { Reading } from "../reading/reading.ts";
import type { Trial } from "../run/trial.ts";

/** A conversation with the places of its requests, and with cuts at which the view is measured. */
export type Conversation = {
  readonly id: string;
  readonly project: string;
  readonly items: readonly Item[];
  readonly tokens: number;
  /** The number of items before each request. */
  readonly requests: readonly number[];
  /** Trials by number of items. */
  readonly trials: ReadonlyMap<number, Trial>;
};

/** Where a view is measured, as shares of the conversation's tokens. */
const CUT_SHARES = [0.35, 0.45, 0.55, 0.65, 0.75, 0.85];

/** Returns the places of the requests of a transcript, and what is needed after each cut. */
export function conversationOf(
  reading: Reading,
  shares: readonly number[] = CUT_SHARES,
): Conversation {
  const { transcript, tokens: sizes } = reading;
  const before = [0];
  const said = [0];
  for (const [index, { role }] of transcript.messages.entries()) {
    const isSaid = role !== "system";
    before.push((before[index] ?? 0) + (isSaid ? (sizes[index] ?? 0) : 0));
    said.push((said[index] ?? 0) + (isSaid ? 1 : 0));
  }
  const tokens = before.at(-1) ?? 0;
  const places = answeredPlaces(transcript.messages);
  const trials = new Map<number, Trial>();
  for (const share of shares) {
    const at = places.find((place) => (before[place] ?? 0) >= share * tokens);
    if (at === undefined) continue;
    const cut: Cut = { share, at, historyTokens: before[at] ?? 0 };
    const needs = needsOf(reading, cut);
    trials.set(said[at] ?? 0, { reading, cut, needs, share: null, budgetTokens: 0 });
  }
  const items = itemsOf(transcript.messages.filter(({ role }) => role !== "system"));
  const { id, project } = transcript;
  return { id, project, items, tokens, requests: places.map((place) => said[place] ?? 0), trials };
}
