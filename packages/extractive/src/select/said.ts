import { mapInSteps, type Steps } from "@cutpoint/core/kit";
import type { Source } from "../read/lines.ts";
import { isSentence } from "../read/sentences.ts";
import { type KeyTerm, type Line, LINES_AT_ONCE } from "../terms/terms.ts";
import {
  ANSWER_WORTH,
  DOCUMENT_CHARACTERS,
  DOCUMENT_WORTH,
  MOST_WORD_MESSAGES,
  NEW_SHARE,
  NOTE_WORTH,
  WHOLE_ROOM,
} from "../constants.ts";

/**
 * Returns a function that rates prose by its source, for each token: an answer of the model, its notes between calls, or
 * a document. A document is a result of which more than half consists of sentences, such as the report of an agent.
 */
export function* proseWorths(lines: readonly Line[]): Steps<(line: Line) => number> {
  const lengths = new Map<Source, { all: number; prose: number }>();
  const count = ({ sourceLine: { origin, source, text } }: Line): void => {
    if (origin !== "result") return;
    const { all, prose } = lengths.get(source) ?? { all: 0, prose: 0 };
    const own = isSentence(text) ? text.length : 0;
    lengths.set(source, { all: all + text.length, prose: prose + own });
  };
  yield* mapInSteps(lines, count, LINES_AT_ONCE);
  return ({ sourceLine: { origin, source, text } }) => {
    if (origin === "prose") return source.isAnswer === true ? ANSWER_WORTH : NOTE_WORTH;
    const { all, prose } = lengths.get(source) ?? { all: 0, prose: 0 };
    if (prose <= all / 2 || !isSentence(text)) return 0;
    return DOCUMENT_WORTH * Math.min(1, DOCUMENT_CHARACTERS / all);
  };
}

/** Follows what the chosen prose says. */
export type Told = {
  /** Returns the share of a line's worth as prose that is left in this room, by what is new in it. */
  shareOf(line: Line): number;
  add(line: Line): void;
};

/** @param before terms that the view contains already */
export function createTold(before: Iterable<KeyTerm>, room: number): Told {
  const all = new Set(before);
  const own = new Set(all);
  const ratio = room / WHOLE_ROOM;
  return {
    shareOf({ sourceLine: { origin }, terms }) {
      const isOwn = origin === "prose";
      const told = isOwn ? own : all;
      const isNew = (term: KeyTerm): boolean =>
        term.messages <= MOST_WORD_MESSAGES && !told.has(term);
      const share = terms.filter(isNew).length / Math.max(1, terms.length) / NEW_SHARE;
      return Math.min(1, share) * Math.min(1, ratio, isOwn ? 1 : 1 / ratio) ** 2;
    },
    add({ sourceLine: { origin }, terms }) {
      for (const term of terms) {
        all.add(term);
        if (origin !== "result") own.add(term);
      }
    },
  };
}
