import type { Item, Message } from "@cutpoint/core";
import { runAtOnce, toolRuns } from "@cutpoint/core/kit";
import { needsOf, type Reading } from "@cutpoint/eval";
import { answeredPlaces } from "../../../packages/eval/src/reading/cut.ts";
import { readSourceLines } from "../../../packages/extractive/src/read/lines.ts";
import { baseDirectory, relativeTo } from "../../../packages/extractive/src/read/paths.ts";
import { featuresIn } from "../../../packages/extractive/src/terms/reuse.ts";
import { indexTerms, type KeyTerm } from "../../../packages/extractive/src/terms/terms.ts";
import type { Sample } from "./logistic.ts";

/** Samples of exact tokens and of words. */
export type Samples = { readonly anchors: readonly Sample[]; readonly words: readonly Sample[] };

const SHARES: readonly number[] = Array.from(
  { length: 12 },
  (_, place) => 0.2 + (0.7 * place) / 11,
);
/** Weight of a sample that is needed at the far end of the future. One that is needed next has weight 1. */
const LEAST_WEIGHT = { anchors: 0.3, words: 0.4 };
/** Words in more messages are not rare. */
const RARE = 5;
/** One of this many words that were not needed is used. */
const THINNING = 4;

/** Returns samples from several cut points of a transcript. */
export function samplesOf(reading: Reading): readonly Samples[] {
  return placesOf(reading).map((at) => samplesAt(reading, at));
}

function placesOf({ tokens, transcript: { messages } }: Reading): readonly number[] {
  const before = [0];
  for (const [place, { role }] of messages.entries())
    before.push((before.at(-1) ?? 0) + (role === "system" ? 0 : (tokens[place] ?? 0)));
  const total = before.at(-1) ?? 0;
  const places = answeredPlaces(messages);
  const found = SHARES.flatMap(
    (share) => places.find((place) => (before[place] ?? 0) >= share * total) ?? [],
  );
  return [...new Set(found)];
}

function samplesAt(reading: Reading, at: number): Samples {
  const needs = needsOf(reading, { share: 0, at, historyTokens: 0 });
  const items = reading.transcript.messages.slice(0, at).flatMap(itemOf);
  const runs = toolRuns(items);
  const shorten = relativeTo(runAtOnce(baseDirectory({ items, runs })));
  const sourceLines = runAtOnce(readSourceLines(items, runs, shorten));
  const index = runAtOnce(indexTerms(sourceLines, { messages: items.length }));
  const features = featuresIn(index);
  const anchors = new Map(needs.anchors.map(({ text, weight }) => [shorten(text), weight]));
  const words = new Map(needs.words.map(({ word, weight }) => [` ${word.toLowerCase()}`, weight]));
  const sample = (
    term: KeyTerm,
    needed: ReadonlyMap<string, number>,
    least: number,
    thinning: number,
  ): Sample => {
    const weight = needed.get(term.name);
    return {
      features: features(term),
      needed: weight !== undefined,
      weight: weight === undefined ? thinning : least + (1 - least) * weight,
    };
  };
  return {
    anchors: index.terms
      .filter(({ kind }) => kind !== "word")
      .map((term) => sample(term, anchors, LEAST_WEIGHT.anchors, 1)),
    words: index.terms
      .filter(({ kind, messages }) => kind === "word" && messages <= RARE)
      .filter(({ name }) => words.has(name) || lot(name) === 0)
      .map((term) => sample(term, words, LEAST_WEIGHT.words, THINNING)),
  };
}

function itemOf(message: Message, index: number): readonly Item[] {
  return message.role === "system" ? [] : [{ id: String(index), message }];
}

/** Same number for the same word, so that the selection is deterministic. */
function lot(word: string): number {
  let sum = word.length * 7;
  for (const character of word) sum += character.codePointAt(0) ?? 0;
  return sum % THINNING;
}
