import { type Item, textOf } from "@cutpoint/core";
import { anchorsOf } from "../terms/anchors.ts";
import { isQuestion } from "../read/signs.ts";
import { roleLabel } from "../read/lines.ts";
import { sentencesOf, shortLine, wordsOf } from "../read/sentences.ts";
import { LONGEST_CHAT_LINE, LONGEST_CHAT_PART, SHARE_OF_WORDS } from "../constants.ts";

const MOST_SPEAKERS = 12;
const MOST_ANCHORS = 24;

/** A turn of a chat, or a part of a long one. */
export type ChatLine = {
  /** Index of the turn. Turns of an earlier summary are below 0. */
  readonly place: number;
  /** Date of the turn, or its time if it has no date, or empty. Rendered once for consecutive lines with the same one. */
  readonly time: string;
  readonly speaker: string;
  readonly text: string;
  /** Distinct words and exact tokens of the text. */
  readonly words: readonly string[];
};

/** Returns the speaker names (`Ann: hello`) that at least one in twelve turns begin with. */
export function speakersOf(items: readonly Item[]): ReadonlySet<string> {
  const turns = Map.groupBy(items, ({ message }) => turnOpening(textOf(message)).speaker);
  const frequent = [...turns].filter(([, own]) => own.length >= items.length / MOST_SPEAKERS);
  return new Set(frequent.map(([speaker]) => speaker));
}

/** Returns the turns as lines, each shortened to its most informative sentences. */
export function linesOf(turns: readonly Turn[]): readonly ChatLine[] {
  return turns.flatMap((turn) => {
    const texts = partsOf(turn.rest).map(shortened);
    return texts.filter((text) => text !== "").map((text) => lineOf(turn, text));
  });
}

type Turn = TurnOpening & { readonly place: number };

/** Returns the turns with the name of their speaker, or else the role. */
export function turnsOf(items: readonly Item[], speakers: ReadonlySet<string>): readonly Turn[] {
  return items.flatMap(({ message }, place) => {
    if (message.role === "system") return [];
    const turn = { ...turnOpening(textOf(message)), place };
    const { rest, speaker } = turn;
    return speaker !== "" && speakers.has(speaker)
      ? [turn]
      : [{ ...turn, speaker: roleLabel(message), rest: speaker + rest }];
  });
}

/** Returns the lines of an earlier summary. A line without a time has the time of the line before. */
export function previousChatLines(carried: readonly string[]): readonly ChatLine[] {
  let time = "";
  return carried.map((line, index) => {
    const opening = turnOpening(line);
    time = opening.time === "" ? time : opening.time;
    return lineOf({ ...opening, time, place: index - carried.length }, opening.rest);
  });
}

function lineOf({ place, speaker, time }: Turn, text: string): ChatLine {
  const words = [...new Set([...wordsOf(text), ...anchorsOf(text, MOST_ANCHORS)])];
  return { place, time, speaker, text, words };
}

/** Groups the sentences of a turn into parts of one line each. */
function partsOf(text: string): readonly (readonly string[])[] {
  const parts: string[][] = [];
  let left = 0;
  for (const sentence of sentencesOf(text)) {
    left -= sentence.length + 1;
    if (left < 0) {
      parts.push([]);
      left = LONGEST_CHAT_PART - sentence.length;
    }
    parts.at(-1)?.push(sentence);
  }
  return parts;
}

/** A sentence that opens with a pronoun. */
const REFERS = /^(?:he|she|they)(?:['’]\p{L}+)?(?!\p{L})/iu;

/** Selects the sentences with the most words for their length and keeps their order. */
function shortened(sentences: readonly string[]): string {
  const order = sentences
    .map((sentence, place) => {
      const words = new Set(wordsOf(sentence));
      const density = words.size / (sentence.length + 8) / (isQuestion(sentence) ? 2 : 1);
      return { density, place, sentence, words };
    })
    .sort((left, right) => right.density - left.density || left.place - right.place);
  const all = new Set(order.flatMap(({ words }) => [...words]));
  const seen = new Set<string>();
  const chosen = new Set<number>();
  let length = 0;
  for (const { place, sentence, words } of order) {
    if (seen.size >= SHARE_OF_WORDS * all.size) break;
    if ([...words].every((word) => seen.has(word))) continue;
    length += sentence.length + 1;
    if (chosen.size > 0 && length > LONGEST_CHAT_LINE) break;
    chosen.add(place);
    for (const word of words) seen.add(word);
  }
  for (const place of chosen) if (REFERS.test(sentences[place] ?? "")) chosen.add(place - 1);
  return shortLine(sentences.filter((_, place) => chosen.has(place)).join(" "), LONGEST_CHAT_LINE);
}

/** Start of a chat turn, such as `[9:05, 3 May] Ann: `. */
export type TurnOpening = {
  /** Date in brackets with the blanks after it, or the time if there is no date, or empty. */
  readonly time: string;
  readonly speaker: string;
  readonly rest: string;
};

const TIME = /^\[(?=[^\]\d]{0,60}\d)[^[\]\n]{1,60}\] {1,8}/u;
/** The time of day before or after a date, which would be repeated for many turns of a day. */
const CLOCK =
  /(?<=^\[)\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?(?: on|,)? (?=[^\]]*\d)|(?<=[\p{L}\d]),? \d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?(?=\])/iu;
const SPEAKER = /^(?:user|assistant|\p{Lu}[\p{L}\p{N}.'’_-]{0,30}(?: \p{Lu}[\p{L}.'’-]{0,30})?): /u;

export function turnOpening(text: string): TurnOpening {
  const [whole = ""] = TIME.exec(text) ?? [];
  const time = whole.replace(CLOCK, "");
  const words = text.slice(whole.length);
  const [speaker = ""] = SPEAKER.exec(words) ?? [];
  return { time, speaker, rest: words.slice(speaker.length) };
}
