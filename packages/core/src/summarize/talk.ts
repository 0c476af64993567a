import type { ToolRun } from "../digest/tool-runs.ts";
import type { Item } from "../model/item.ts";
import type { Concept } from "./concepts.ts";
import { sentencesOf, shortLine, wordsOf } from "./sentences.ts";

/** What is left of the share of a section where people talk: any turn may hold what is needed. */
export const TALK_SHARE = 0.2;
/** Fewer turns are told as questions and answers. */
const LEAST_TURNS = 40;
/** The longest line that a turn is told in, in characters. */
const MAX_TURN_CHARACTERS = 360;
/** A turn is told by the sentences that hold this share of its longer words; greetings and questions go first. */
const SHARE_OF_WORDS = 0.7;

/** Whether people talk at length and no tool is used: then any turn may hold what is needed. */
export function isChat(items: readonly Item[], runs: readonly ToolRun[]): boolean {
  return runs.length === 0 && items.length >= LEAST_TURNS;
}

/** What people talk about without tools is worth the more the fewer turns it is said in. */
export function rarityOf({ messages }: Concept, turns: number): number {
  return 0.2 * Math.max(0, 1 - Math.log(1 + messages) / Math.log(2 + turns));
}

/** A turn of a chat in one line, or in none: its sentences that say most for their length, in their order. */
export function turnLines(text: string): readonly string[] {
  const sentences = sentencesOf(text);
  const words = sentences.map((sentence) => new Set(wordsOf(sentence)));
  const all = new Set(words.flatMap((each) => [...each]));
  const order = sentences
    .map((sentence, place) => ({
      place,
      density:
        (words[place]?.size ?? 0) / (sentence.length + 8) / (/[?？]\s*$/u.test(sentence) ? 2 : 1),
    }))
    .sort((left, right) => right.density - left.density || left.place - right.place);
  const told = new Set<string>();
  const chosen = new Set<number>();
  let length = 0;
  for (const { place } of order) {
    if (told.size >= SHARE_OF_WORDS * all.size) break;
    length += (sentences[place] ?? "").length + 1;
    if (chosen.size > 0 && length > MAX_TURN_CHARACTERS) break;
    chosen.add(place);
    for (const word of words[place] ?? []) told.add(word);
  }
  const line = sentences.filter((_, place) => chosen.has(place)).join(" ");
  const short = shortLine(line, MAX_TURN_CHARACTERS);
  return short === "" ? [] : [short];
}
