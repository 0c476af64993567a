import type { Item } from "@cutpoint/core";
import type { Steps } from "@cutpoint/core/kit";
import { takeBestFirst } from "../select/best-first.ts";
import { type ChatLine, linesOf, previousChatLines, speakersOf, turnsOf } from "./chat-lines.ts";
import type { ContextSelector, ContextInput } from "../select/key-lines.ts";
import { wordsOf } from "../read/sentences.ts";
import {
  CHAT_FOCUS_WORTH,
  LEAST_CHAT_SHARE,
  LENGTH_EXPONENT,
  REPEATED_WORTH,
} from "../constants.ts";

/** Selects lines of a conversation without tools, rarest words first. O(n) in the length of the items. */
export function* createChatLineSelector(input: ContextInput): Steps<ContextSelector> {
  const { droppedUserText = [], instructions, kept, verbatimIds } = input.request;
  const items = [...droppedUserText, ...input.request.items];
  const speakers = speakersOf([...items, ...kept]);
  const verbatim = new Set(verbatimIds);
  const isShown = ({ id }: Item): boolean => verbatim.has(id);
  const hidden = items.filter((item) => !isShown(item));
  const previous = previousChatLines(input.previousLines);
  const turns = turnsOf(hidden, speakers);
  const lines = [...previous, ...linesOf(turns)];
  const shown = linesOf(turnsOf([...kept, ...items.filter(isShown)], speakers));
  yield;
  const worths = wordWorths([...lines, ...shown], new Set(wordsOf(instructions ?? "")));
  return {
    base: null,
    *select(written, budget) {
      const counts = new Map<string, number>();
      for (const line of shown) countWords(line, counts);
      const times = new Set<string>();
      const best: ChatLine[] = [];
      const ranking = {
        leastShare: LEAST_CHAT_SHARE,
        worthOf: ({ time, speaker, text, words }: ChatLine): number => {
          const worth = words.reduce(
            (sum, word) =>
              sum + (worths.get(word) ?? 0) * REPEATED_WORTH ** (counts.get(word) ?? 0),
            0,
          );
          const length = (times.has(time) ? 0 : time.length) + speaker.length + text.length;
          return worth / length ** LENGTH_EXPONENT;
        },
        take: (line: ChatLine): boolean => {
          const isTaken = budget.take(`- ${entryOf(line, !times.has(line.time))}`);
          if (isTaken) {
            times.add(line.time);
            countWords(line, counts);
            best.push(line);
          }
          return isTaken;
        },
      };
      yield* takeBestFirst(
        lines.filter(({ text }) => !written.includes(text)),
        ranking,
      );
      const inOrder = best.toSorted((left, right) => left.place - right.place);
      return { history: entriesOf(inOrder), turn: [] };
    },
  };
}

function entriesOf(lines: readonly ChatLine[]): readonly string[] {
  let time = "";
  return lines.map((line) => {
    const showsTime = line.time !== time;
    time = line.time;
    return entryOf(line, showsTime);
  });
}

function entryOf({ time, speaker, text }: ChatLine, showsTime: boolean): string {
  return `${showsTime ? time : ""}${speaker}${text}`;
}

/** Words that occur in fewer lines are worth more. */
function wordWorths(
  lines: readonly ChatLine[],
  focus: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) countWords(line, counts);
  const most = Math.log(1 + lines.length);
  return new Map(
    [...counts].map(([word, count]) => [
      word,
      1 - Math.log(count) / most + (focus.has(word) ? CHAT_FOCUS_WORTH : 0),
    ]),
  );
}

function countWords({ words }: ChatLine, counts: Map<string, number>): void {
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
}
