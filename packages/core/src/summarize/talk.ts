import { anchorsOf } from "../digest/anchors.ts";
import type { Item } from "../model/item.ts";
import { type Message, textOf, toolCalls } from "../model/message.ts";
import { asks } from "./cue-words.ts";
import type { Facts, FactSource } from "./facts.ts";
import { sentencesOf, shortLine, wordsOf } from "./sentences.ts";
import { roleLabel } from "./role-label.ts";
import { turnOpening } from "./turn-opening.ts";

/** What is left of the share of a section where people talk: any turn may hold what is needed. */
export const TALK_SHARE = 0.2;
/** Fewer turns are told as questions and answers. */
const LEAST_TURNS = 40;
/** The longest line that is told, and how much of a turn is told in one, in characters. */
const MAX_LINE_CHARACTERS = 360;
const MAX_PART_CHARACTERS = 720;
/** A turn is told by the sentences that hold this share of its longer words; greetings and questions go first. */
const SHARE_OF_WORDS = 0.7;
/** What a word adds that was told before, as a share of what it added then. */
const TOLD_AGAIN = 0.5;
/** What the caller asks to attend to is worth this much more than the rarest word. */
const FOCUS_WORTH = 10;
/** Less than 1: a turn that says much in one go is worth more than as much in pieces. */
const LENGTH_EXPONENT = 0.75;
/** Each pass takes the lines that add at least this share of what the lines of the pass before did. */
const NEXT_PASS = 0.9;
/** Lines that add less than this share of what the best one adds are not worth their room. */
const LEAST_WORTH = 0.05;
const MOST_REFUSED = 40;
const MOST_SPEAKERS = 12;
const MOST_ANCHORS = 24;

/** Whether people talk at length and no tool is used: then any turn may hold what is needed. */
export function isChat(messages: readonly Message[]): boolean {
  return (
    messages.length >= LEAST_TURNS &&
    messages.every((message) => message.role !== "tool" && toolCalls(message).length === 0)
  );
}

/** What may be told in one line: a turn, or a part of a long one. */
type Line = {
  /** When it was said, told once for all lines of one time; the empty text where nothing says so. */
  readonly time: string;
  readonly speaker: string;
  readonly text: string;
  /** Its words and exact things, each once. */
  readonly words: readonly string[];
};

/**
 * What a conversation without tools tells: its turns, each shortened to the sentences that say most. First come those
 * whose words are rarest, and least told so far, for their length. Takes time in proportion to the length of the items.
 */
export function talkOf(source: FactSource): Facts {
  const { covered, kept, quoted, carried, instructions } = source;
  const speakers = speakersOf([...covered, ...kept]);
  const isShown = ({ id }: Item): boolean => quoted.has(id);
  const lines = [
    ...carriedLines(carried),
    ...linesOf(
      covered.filter((item) => !isShown(item)),
      speakers,
    ),
  ];
  const shown = linesOf([...kept, ...covered.filter(isShown)], speakers);
  const worths = worthsOf([...lines, ...shown], new Set(wordsOf(instructions ?? "")));
  return {
    root: null,
    choose(said, room) {
      const told = new Map<string, number>();
      const tell = (words: readonly string[]): void => {
        for (const word of words) told.set(word, (told.get(word) ?? 0) + 1);
      };
      for (const { words } of shown) tell(words);
      const times = new Set<string>();
      const untold = lines.filter(({ text }) => !said.includes(text));
      const chosen = bestFirst(untold, {
        worthOf: ({ time, speaker, text, words }) => {
          const worth = words.reduce(
            (sum, word) => sum + (worths.get(word) ?? 0) * TOLD_AGAIN ** (told.get(word) ?? 0),
            0,
          );
          const length = (times.has(time) ? 0 : time.length) + speaker.length + text.length;
          return worth / length ** LENGTH_EXPONENT;
        },
        take: (line) => {
          if (!room.take(`- ${entryOf(line, !times.has(line.time))}`)) return false;
          times.add(line.time);
          tell(line.words);
          return true;
        },
      });
      return { history: entriesOf(lines.filter((line) => chosen.has(line))), turn: [] };
    },
  };
}

/** Lines oldest first as entries, each time before the first line of it. */
function entriesOf(lines: readonly Line[]): readonly string[] {
  let time = "";
  return lines.map((line) => {
    const opens = line.time !== time;
    time = line.time;
    return entryOf(line, opens);
  });
}

function entryOf({ time, speaker, text }: Line, opens: boolean): string {
  return `${opens ? time : ""}${speaker}${text}`;
}

/** What each word is worth: the more, the fewer lines hold it. */
function worthsOf(lines: readonly Line[], focus: ReadonlySet<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { words } of lines)
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const most = Math.log(1 + lines.length);
  return new Map(
    [...counts].map(([word, count]) => [
      word,
      1 - Math.log(count) / most + (focus.has(word) ? FOCUS_WORTH : 0),
    ]),
  );
}

type Choice = {
  /** What a line adds for its length; while lines are taken, it can only become less. */
  readonly worthOf: (line: Line) => number;
  /** Whether there was room for a line, which is then told. */
  readonly take: (line: Line) => boolean;
};

/** Takes lines in passes, those that add most in the first. */
function bestFirst(lines: readonly Line[], { worthOf, take }: Choice): ReadonlySet<Line> {
  const chosen = new Set<Line>();
  let waiting = lines.map((line) => ({ line, worth: worthOf(line) }));
  let most = mostOf(waiting);
  const least = most * LEAST_WORTH;
  for (let refused = 0; most > least && refused < MOST_REFUSED; most = mostOf(waiting)) {
    const later: typeof waiting = [];
    for (const each of waiting) {
      if (each.worth >= NEXT_PASS * most) each.worth = worthOf(each.line);
      if (each.worth < NEXT_PASS * most) later.push(each);
      else if (take(each.line)) chosen.add(each.line);
      else refused += 1;
    }
    waiting = later;
  }
  return chosen;
}

function mostOf(waiting: readonly { readonly worth: number }[]): number {
  return waiting.reduce((most, { worth }) => Math.max(most, worth), 0);
}

/** The names that stand before what was said, as in `Ann: hello`: those that a good part of the turns open with. */
function speakersOf(items: readonly Item[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { message } of items) {
    const { speaker } = turnOpening(textOf(message));
    counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
  }
  return new Set(
    [...counts].filter(([, count]) => count >= items.length / MOST_SPEAKERS).map(([name]) => name),
  );
}

function linesOf(items: readonly Item[], speakers: ReadonlySet<string>): readonly Line[] {
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
function carriedLines(carried: readonly string[]): readonly Line[] {
  let time = "";
  return carried.map((line) => {
    const opening = turnOpening(line);
    time = opening.time === "" ? time : opening.time;
    return lineOf(time, opening.speaker, opening.rest);
  });
}

function lineOf(time: string, speaker: string, text: string): Line {
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
