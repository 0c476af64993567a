import { mapInSteps, type Steps } from "@cutpoint/core/kit";
import { takeBestFirst } from "./best-first.ts";
import { rootOf } from "./passages.ts";
import type { Source } from "../read/lines.ts";
import { type KeyTerm, type Line, LINES_AT_ONCE, type TermIndex } from "../terms/terms.ts";
import {
  LEAST_WORTH,
  MOST_PARTNERS,
  PAIR_WORTH,
  SAID_WORTH,
  USER_WORTH,
  WHOLE_ROOM,
} from "../constants.ts";

export type SelectOptions = {
  /** A label is rendered with the first line of its source. */
  readonly labelOf: TermIndex["labelOf"];
  /** Terms that the summary or the view contains already. */
  readonly mentioned: Iterable<KeyTerm>;
  /** Tokens for all lines. */
  readonly room: number;
  /** Takes a line and returns `true` if it fits. */
  readonly take: (line: Line) => boolean;
};

const CHARACTERS_PER_TOKEN = 3.7;
/** What separates a line from the one before. */
const LINE_TOKENS = 2;
/** What a label adds to its length. */
const LABEL_TOKENS = 1;

/** A line that can be selected. */
export type Candidate = {
  readonly line: Line;
  /** Estimated tokens without the label. Names of random characters take twice as many for their length as prose. */
  readonly cost: number;
  /** Terms that are worth something, exact tokens first. */
  readonly terms: readonly KeyTerm[];
  /** The best exact tokens, best first. */
  readonly partners: readonly KeyTerm[];
};

/** Returns the lines with a term that is worth something. */
export function* candidatesFrom(
  lines: readonly Line[],
  estimateText: (text: string) => number,
): Steps<readonly Candidate[]> {
  const candidateOf = (line: Line): Candidate => {
    const terms = line.terms.filter(({ worth }) => worth >= LEAST_WORTH);
    const anchors = terms.filter(({ kind }) => kind !== "word");
    const partners = anchors.sort((left, right) => right.worth - left.worth);
    const cost = estimateText(line.sourceLine.text) + LINE_TOKENS;
    return { line, cost, terms, partners: partners.slice(0, MOST_PARTNERS) };
  };
  return (yield* mapInSteps(lines, candidateOf, LINES_AT_ONCE)).filter(isWorthy);
}

function isWorthy({ line: { sourceLine }, terms }: Candidate): boolean {
  return terms.length > 0 || sourceLine.origin === "user";
}

/**
 * Selects lines greedily by the worth of their new terms per token. Terms that are already selected add nothing. Pairs
 * of terms on one line add worth, because the line relates them.
 */
export function* selectLines(
  candidates: readonly Candidate[],
  options: SelectOptions,
): Steps<readonly Line[]> {
  const { add, worthOf } = createScorer(options);
  const chosen: Line[] = [];
  yield* takeBestFirst(candidates, {
    groupOf: ({ line }) => rootOf(line.sourceLine.source),
    worthOf,
    take(candidate) {
      if (!options.take(candidate.line)) return false;
      chosen.push(candidate.line);
      add(candidate);
      return true;
    },
  });
  return chosen;
}

type Scorer = {
  /** Returns the worth per token. */
  readonly worthOf: (candidate: Candidate) => number;
  readonly add: (candidate: Candidate) => void;
};

function createScorer({ labelOf, mentioned: before, room }: SelectOptions): Scorer {
  const shareOfRoom = Math.min(1, (room / WHOLE_ROOM) ** 2);
  const mentioned = new Set(before);
  const pairs = new Map<KeyTerm, Set<KeyTerm>>();
  const opened = new Set<Source>();
  const isOpened = (source: Source): boolean => opened.has(rootOf(source));
  const sumOf = (terms: readonly KeyTerm[]): number => {
    let sum = 0;
    for (const term of terms) if (!mentioned.has(term)) sum += term.worth;
    return sum;
  };
  const sumOfPairs = (partners: readonly KeyTerm[]): number => {
    let sum = 0;
    for (let place = 0; place + 1 < partners.length; place += 1) {
      const one = partners[place] as KeyTerm;
      const joined = pairs.get(one);
      for (let next = place + 1; next < partners.length; next += 1) {
        const other = partners[next] as KeyTerm;
        if (joined?.has(other) !== true) sum += pairWorth(one, other);
      }
    }
    return sum;
  };
  const tokensOf = ({ cost, line }: Candidate): number => {
    const { source } = line.sourceLine;
    if (isOpened(source)) return cost;
    return cost + LABEL_TOKENS + source.label.length / CHARACTERS_PER_TOKEN;
  };
  return {
    worthOf(candidate) {
      const { line, partners, terms } = candidate;
      const { origin, source } = line.sourceLine;
      const ofLabel = isOpened(source) ? 0 : sumOf(labelOf(source));
      const worth = sumOf(terms) + sumOfPairs(partners) + ofLabel;
      const extra = origin === "user" ? USER_WORTH : 0;
      const said = worth > 0 && origin === "prose" ? SAID_WORTH * shareOfRoom : 0;
      return (worth + extra) / tokensOf(candidate) + said;
    },
    add({ line, partners }) {
      const { source } = line.sourceLine;
      if (!isOpened(source)) for (const term of labelOf(source)) mentioned.add(term);
      opened.add(rootOf(source));
      for (const term of line.terms) mentioned.add(term);
      for (const term of partners) {
        const joined = pairs.get(term) ?? new Set();
        pairs.set(term, joined);
        for (const other of partners) joined.add(other);
      }
    },
  };
}

function pairWorth(one: KeyTerm, other: KeyTerm): number {
  const less = Math.min(one.worth, other.worth);
  return PAIR_WORTH * less * Math.cbrt(Math.max(one.worth, other.worth));
}
