import type { Item } from "@cutpoint/core";
import { carriedLines, linesOf, speakersOf, type ChatLine } from "./chat-lines.ts";
import type { Facts, FactSource } from "./key-lines.ts";
import { wordsOf } from "./sentences.ts";

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

/**
 * What a conversation without tools tells: its turns, each shortened to the sentences that say most. First come those
 * whose words are rarest, and least told so far, for their length. Takes time in proportion to the length of the items.
 */
export function chatLines(source: FactSource): Facts {
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
    choose(said, budget) {
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
          if (!budget.take(`- ${entryOf(line, !times.has(line.time))}`)) return false;
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
function entriesOf(lines: readonly ChatLine[]): readonly string[] {
  let time = "";
  return lines.map((line) => {
    const opens = line.time !== time;
    time = line.time;
    return entryOf(line, opens);
  });
}

function entryOf({ time, speaker, text }: ChatLine, opens: boolean): string {
  return `${opens ? time : ""}${speaker}${text}`;
}

/** What each word is worth: the more, the fewer lines hold it. */
function worthsOf(
  lines: readonly ChatLine[],
  focus: ReadonlySet<string>,
): ReadonlyMap<string, number> {
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
  /** What a line adds for its length: less, the more was taken; a little more where its time was told, noticed late. */
  readonly worthOf: (line: ChatLine) => number;
  /** Whether there was room for a line, which is then told. */
  readonly take: (line: ChatLine) => boolean;
};

/** Takes lines in passes, those that add most in the first. */
function bestFirst(lines: readonly ChatLine[], { worthOf, take }: Choice): ReadonlySet<ChatLine> {
  const chosen = new Set<ChatLine>();
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
