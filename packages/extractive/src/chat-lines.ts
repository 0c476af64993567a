import { type Item, textOf } from "@cutpoint/core";
import { isUserMessage } from "@cutpoint/core/kit";
import { anchorsOf } from "./anchors.ts";
import { isQuestion } from "./cue-words.ts";
import { roleLabel } from "./lines.ts";
import { sentencesOf, shortLine, wordsOf } from "./sentences.ts";

/** Longest line, and most characters of a turn that become one line. */
const MAX_LINE_CHARACTERS = 360;
const MAX_PART_CHARACTERS = 720;
/** The chosen sentences contain this share of a turn's words. Greetings and questions are dropped first. */
const SHARE_OF_WORDS = 0.7;
const MOST_SPEAKERS = 12;
const MOST_ANCHORS = 24;

/** A turn of a chat, or a part of a long one. */
export type ChatLine = {
  /** Time of the turn, or empty. Rendered once for consecutive lines with the same time. */
  readonly time: string;
  readonly speaker: string;
  readonly text: string;
  /** Distinct words and exact tokens of the text. */
  readonly words: readonly string[];
};

/** Returns the speaker names (`Ann: hello`) that at least one in twelve turns begin with. */
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

/** Returns the turns as lines, each shortened to its most informative sentences. */
export function linesOf(
  items: readonly Item[],
  speakers: ReadonlySet<string>,
): readonly ChatLine[] {
  return turnsOf(items, speakers).flatMap(({ rest, speaker, time }) =>
    partsOf(rest).flatMap((part) => {
      const text = shortened(part);
      return text === "" ? [] : [lineOf(time, speaker, text)];
    }),
  );
}

/** Returns each sentence of the user as a line. */
export function userSentences(
  items: readonly Item[],
  speakers: ReadonlySet<string>,
): readonly ChatLine[] {
  const user = items.filter(({ message }) => isUserMessage(message));
  return turnsOf(user, speakers).flatMap(({ rest, speaker, time }) =>
    sentencesOf(rest).map((sentence) =>
      lineOf(time, speaker, shortLine(sentence, MAX_LINE_CHARACTERS)),
    ),
  );
}

/** Returns the turns with the name of their speaker, or else the role. */
function turnsOf(items: readonly Item[], speakers: ReadonlySet<string>): readonly TurnOpening[] {
  return items.flatMap(({ message }) => {
    if (message.role === "system") return [];
    const { time, speaker, rest } = turnOpening(textOf(message));
    const isNamed = speaker !== "" && speakers.has(speaker);
    return isNamed
      ? [{ time, speaker, rest }]
      : [{ time, speaker: roleLabel(message), rest: speaker + rest }];
  });
}

/** Returns the lines of an earlier summary. A line without a time has the time of the line before. */
export function previousChatLines(carried: readonly string[]): readonly ChatLine[] {
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

/** Groups the sentences of a turn into parts of one line each. */
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

/** Selects the sentences with the most words for their length and keeps their order. */
function shortened(sentences: readonly string[]): string {
  const words = sentences.map((sentence) => new Set(wordsOf(sentence)));
  const all = new Set(words.flatMap((each) => [...each]));
  const order = sentences
    .map((sentence, place) => ({
      place,
      density: (words[place]?.size ?? 0) / (sentence.length + 8) / (isQuestion(sentence) ? 2 : 1),
    }))
    .sort((left, right) => right.density - left.density || left.place - right.place);
  const seen = new Set<string>();
  const chosen = new Set<number>();
  let length = 0;
  for (const { place } of order) {
    if (seen.size >= SHARE_OF_WORDS * all.size) break;
    const fresh = [...(words[place] ?? [])].filter((word) => !seen.has(word));
    if (fresh.length === 0) continue;
    length += (sentences[place] ?? "").length + 1;
    if (chosen.size > 0 && length > MAX_LINE_CHARACTERS) break;
    chosen.add(place);
    for (const word of fresh) seen.add(word);
  }
  return shortLine(
    sentences.filter((_, place) => chosen.has(place)).join(" "),
    MAX_LINE_CHARACTERS,
  );
}

/** Start of a chat turn, such as `[9:05, 3 May] Ann: `. */
export type TurnOpening = {
  /** Time in brackets with the blanks after it, or empty. */
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
