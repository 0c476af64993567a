import type { TokenEstimator } from "@cutpoint/core";
import {
  type Cut,
  needsOf,
  type Reading,
  readingOf,
  type Transcript,
  type Trial,
} from "@cutpoint/eval";
import { answeredPlaces } from "../../../packages/eval/src/reading/cut.ts";
import { itemsOf } from "../../../packages/eval/src/methods/steps.ts";
import { joinedByProject } from "./joined.ts";
import type { Item } from "@cutpoint/core";

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

/** A conversation is played if it has this many times the tokens of the window, or {@link LONG}. */
const LEAST_LENGTH = 4;
const LONG = 400_000;
/** The longest sessions of each project that are played in small windows. */
const SESSIONS = 3;
const SMALL_WINDOW = 16_000;
const MIDDLE_WINDOW = 32_000;

/** Returns the conversations for a window: the longest sessions of each project, the joined ones, or both. */
export function conversationsFor(
  windowTokens: number,
  transcripts: readonly Transcript[],
  estimator: TokenEstimator,
): readonly Conversation[] {
  const coding = transcripts.filter(({ kind }) => kind === "coding");
  const joined = windowTokens > SMALL_WINDOW ? joinedByProject(coding) : [];
  const single = windowTokens > MIDDLE_WINDOW ? [] : coding;
  const played = [...single, ...joined].flatMap((transcript) => {
    const one = conversationOf(readingOf(transcript, estimator));
    return one.tokens < Math.min(LEAST_LENGTH * windowTokens, LONG) ? [] : [one];
  });
  if (windowTokens > SMALL_WINDOW) return played;
  const byProject = Map.groupBy(played, ({ project }) => project);
  return [...byProject.values()].flatMap((own) =>
    own.toSorted((left, right) => right.tokens - left.tokens).slice(0, SESSIONS),
  );
}

/** Returns the places of the requests of a transcript, and what is needed after each cut. */
export function conversationOf(reading: Reading): Conversation {
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
  for (const share of CUT_SHARES) {
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
