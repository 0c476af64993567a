import { type Item, textOf } from "@cutpoint/core";
import { anchorsOf } from "./anchors.ts";
import { asks } from "./cue-words.ts";
import { roleLabel } from "./lines.ts";
import { sentencesOf, shortLine, wordsOf } from "./sentences.ts";

/** The longest line that is told, and how much of a turn is told in one, in characters. */
const MAX_LINE_CHARACTERS = 360;
const MAX_PART_CHARACTERS = 720;
/** A turn is told by the sentences that hold this share of its longer words; greetings and questions are the first to go. */
const SHARE_OF_WORDS = 0.7;
const MOST_SPEAKERS = 12;
const MOST_ANCHORS = 24;

/** What may be told in one line: a turn, or a part of a long one. */
export type ChatLine = {
  /** When it was said, told once for all lines of one time; the empty text where nothing says so. */
  readonly time: string;
  readonly speaker: string;
  readonly text: string;
  /** Its words and exact things, each once. */
  readonly words: readonly string[];
};

/** The names that stand before what was said, as in `Ann: hello`: those that a good part of the turns open with. */
export function speakersOf(items: readonly Item[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { message } of items) {
    const { speaker } = turnOpening(textOf(message));
    counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
  }
  return new Set(
    [...counts].filter(([, count]) => count >= items.length / MOST_SPEAKERS).map(([name]) => name),
  );
}

/** The turns of a talk as lines, each shortened to the sentences that say most. */
export function linesOf(
  items: readonly Item[],
  speakers: ReadonlySet<string>,
): readonly ChatLine[] {
  return items.flatMap(({ message }) => {
    if (message.role === "system") return [];
    const { time, speaker, rest } = turnOpening(textOf(message));
    const isNamed = speaker !== "" && speakers.has(speaker);
    return partsOf(isNamed ? rest : speaker + rest).flatMap((part) => {
      const text = shortened(part);
      return text === "" ? [] : [lineOf(time, isNamed ? speaker : roleLabel(message), text)];
    });
  });
}

/** The lines of an earlier summary; one that does not say its time is of the time before it. */
export function carriedLines(carried: readonly string[]): readonly ChatLine[] {
  let time = "";
  return carried.map((line) => {
    const opening = turnOpening(line);
    time = opening.time === "" ? time : opening.time;
    return lineOf(time, opening.speaker, opening.rest);
  });
}

function lineOf(time: string, speaker: string, text: string): ChatLine {
  return { time, speaker, text, words: wordsIn(text) };
}

function wordsIn(text: string): readonly string[] {
  return [...new Set([...wordsOf(text), ...anchorsOf(text, MOST_ANCHORS)])];
}

/** The sentences of a turn, in parts that are each told in a line. */
function partsOf(text: string): readonly (readonly string[])[] {
  const parts: string[][] = [];
  let left = 0;
  for (const sentence of sentencesOf(text)) {
    left -= sentence.length + 1;
    if (left < 0) {
      parts.push([]);
      left = MAX_PART_CHARACTERS - sentence.length;
    }
    parts.at(-1)?.push(sentence);
  }
  return parts;
}

/** The sentences that say most for their length, in their order. */
function shortened(sentences: readonly string[]): string {
  const words = sentences.map((sentence) => new Set(wordsOf(sentence)));
  const all = new Set(words.flatMap((each) => [...each]));
  const order = sentences
    .map((sentence, place) => ({
      place,
      density: (words[place]?.size ?? 0) / (sentence.length + 8) / (asks(sentence) ? 2 : 1),
    }))
    .sort((left, right) => right.density - left.density || left.place - right.place);
  const told = new Set<string>();
  const chosen = new Set<number>();
  let length = 0;
  for (const { place } of order) {
    if (told.size >= SHARE_OF_WORDS * all.size) break;
    const fresh = [...(words[place] ?? [])].filter((word) => !told.has(word));
    if (fresh.length === 0) continue;
    length += (sentences[place] ?? "").length + 1;
    if (chosen.size > 0 && length > MAX_LINE_CHARACTERS) break;
    chosen.add(place);
    for (const word of fresh) told.add(word);
  }
  return shortLine(
    sentences.filter((_, place) => chosen.has(place)).join(" "),
    MAX_LINE_CHARACTERS,
  );
}

/** How a turn of a talk may open: with its time in brackets, with the name of who says it, as in `[9:05, 3 May] Ann: `. */
export type TurnOpening = {
  /** With what follows it up to the next word; the empty text where there is none. */
  readonly time: string;
  readonly speaker: string;
  readonly rest: string;
};

const TIME = /^\[(?=[^\]\d]{0,60}\d)[^[\]\n]{1,60}\] {1,8}/u;
const SPEAKER = /^(?:user|assistant|\p{Lu}[\p{L}\p{N}.'’_-]{0,30}(?: \p{Lu}[\p{L}.'’-]{0,30})?): /u;

export function turnOpening(text: string): TurnOpening {
  const [time = ""] = TIME.exec(text) ?? [];
  const words = text.slice(time.length);
  const [speaker = ""] = SPEAKER.exec(words) ?? [];
  return { time, speaker, rest: words.slice(speaker.length) };
}
