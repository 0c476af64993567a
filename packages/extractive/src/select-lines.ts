import type { Source } from "./lines.ts";
import type { KeyTerm, Line } from "./terms.ts";
import { trimLine } from "./trim-line.ts";

export type SelectOptions = {
  /** What a term is worth: its chance of being needed, with what the caller asked to attend to. */
  readonly worthOf: (term: KeyTerm) => number;
  /** What is told of a source with its first line. */
  readonly labelOf: (source: Source) => readonly KeyTerm[];
  /** Concepts that are told already. */
  readonly told: Iterable<KeyTerm>;
  /** Whether there is room for a line; it is then told. */
  readonly take: (line: Line) => boolean;
};

/** A term worth less than this adds nothing. */
const LEAST_WORTH = 0.004;
/** What a pair of terms on one line is worth, as a share of the chance that both are needed. */
const PAIR_WORTH = 0.8;
const MOST_PARTNERS = 6;
/** Where so many names are told that differ in their digits only, one more is worth half. */
const ENOUGH_OF_A_FAMILY = 3;
const CHARACTERS_PER_TOKEN = 3.7;
const LINE_TOKENS = 2;
const MOST_REFUSED = 40;

/**
 * Chooses the lines that together tell the most: the next is always the one that adds most for its length, where what is
 * told already adds nothing. A line that joins two likely things tells how they belong together, which is worth the more.
 */
export function selectLines(lines: readonly Line[], options: SelectOptions): readonly Line[] {
  const told = createTold(options);
  const queue: Queued[] = [];
  for (const line of lines) {
    const queued = queuedLine(trimLine(line, options.worthOf), options.worthOf);
    if (queued.anchors.length + queued.words.length === 0) continue;
    queue.push({ ...queued, worth: told.worthOf(queued) });
  }
  for (let at = (queue.length >> 1) - 1; at >= 0; at -= 1) sink(queue, at);
  const chosen: Line[] = [];
  for (let refused = 0; refused < MOST_REFUSED;) {
    const [best] = queue;
    if (best === undefined) break;
    const worth = told.worthOf(best);
    if (worth > 0 && worth < best.worth) {
      best.worth = worth;
      sink(queue, 0);
      if (queue[0] !== best) continue;
    }
    dropFirst(queue);
    if (worth <= 0) continue;
    if (!options.take(best.line)) {
      refused += 1;
      continue;
    }
    chosen.push(best.line);
    told.tell(best);
  }
  return chosen;
}

type Queued = {
  readonly line: Line;
  /** The exact things and the words of the line that are worth anything, the exact things best first. */
  readonly anchors: readonly KeyTerm[];
  readonly words: readonly KeyTerm[];
  /** What it adds for each token, by the newest reckoning; later it can only be less. */
  worth: number;
};

function queuedLine(line: Line, worthOf: (term: KeyTerm) => number): Queued {
  const worthy = line.terms.filter((term) => worthOf(term) >= LEAST_WORTH);
  const anchors = worthy
    .filter(({ kind }) => kind !== "word")
    .sort((left, right) => worthOf(right) - worthOf(left));
  return { line, anchors, words: worthy.filter(({ kind }) => kind === "word"), worth: 0 };
}

type Told = {
  /** What a line adds to what is told, for each token. */
  worthOf(queued: Queued): number;
  tell(queued: Queued): void;
};

function createTold({ labelOf, told: before, worthOf }: SelectOptions): Told {
  const told = new Set(before);
  const pairs = new Map<KeyTerm, Set<KeyTerm>>();
  const families = new Map<string, number>();
  const opened = new Set<Source>();
  const freshWorth = (term: KeyTerm): number => {
    if (told.has(term)) return 0;
    const siblings = term.family === null ? 0 : (families.get(term.family) ?? 0);
    return worthOf(term) / (1 + siblings / ENOUGH_OF_A_FAMILY);
  };
  const sumOf = (terms: readonly KeyTerm[]): number =>
    terms.reduce((sum, term) => sum + freshWorth(term), 0);
  const tellOne = (term: KeyTerm): void => {
    if (!told.has(term) && term.family !== null)
      families.set(term.family, (families.get(term.family) ?? 0) + 1);
    told.add(term);
  };
  return {
    worthOf({ line, anchors, words }) {
      const { text, source } = line.snippet;
      let worth = sumOf(anchors) + sumOf(words);
      eachPair(anchors, (left, right) => {
        if (pairs.get(left)?.has(right) !== true)
          worth += PAIR_WORTH * worthOf(left) * worthOf(right);
      });
      let tokens = text.length / CHARACTERS_PER_TOKEN + LINE_TOKENS + 1;
      if (!opened.has(source)) {
        worth += sumOf(labelOf(source));
        tokens += 1 + source.label.length / CHARACTERS_PER_TOKEN;
      }
      return worth / tokens;
    },
    tell({ line, anchors }) {
      const { source } = line.snippet;
      if (!opened.has(source)) for (const term of labelOf(source)) tellOne(term);
      opened.add(source);
      for (const term of line.terms) tellOne(term);
      eachPair(anchors, (left, right) => {
        const partners = pairs.get(left) ?? new Set();
        pairs.set(left, partners.add(right));
      });
    },
  };
}

/** Pairs of the first few terms, each in the one order in which they come on every line. */
function eachPair(terms: readonly KeyTerm[], use: (left: KeyTerm, right: KeyTerm) => void): void {
  const few = terms.slice(0, MOST_PARTNERS);
  for (const [place, left] of few.entries())
    for (const right of few.slice(place + 1)) use(left, right);
}

function dropFirst(queue: Queued[]): void {
  const last = queue.pop();
  if (last === undefined || queue.length === 0) return;
  queue[0] = last;
  sink(queue, 0);
}

/** Restores the order of a heap, the largest first, where the worth at one place is too small for it. */
function sink(queue: Queued[], from: number): void {
  const moved = queue[from] as Queued;
  let at = from;
  for (let child = 2 * at + 1; child < queue.length; child = 2 * at + 1) {
    const right = queue[child + 1];
    if (right !== undefined && right.worth > (queue[child] as Queued).worth) child += 1;
    const larger = queue[child] as Queued;
    if (larger.worth <= moved.worth) break;
    queue[at] = larger;
    at = child;
  }
  queue[at] = moved;
}
