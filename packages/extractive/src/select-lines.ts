import type { Steps } from "@cutpoint/core/kit";
import type { Source } from "./lines.ts";
import type { KeyTerm, Line } from "./terms.ts";
import { trimLine } from "./trim-line.ts";

export type SelectOptions = {
  /** Terms in the label of a source, which is rendered with its first line. */
  readonly labelOf: (source: Source) => readonly KeyTerm[];
  /** Terms that the summary or the view contains already. */
  readonly mentioned: Iterable<KeyTerm>;
  /** Takes a line and returns `true` if it fits. */
  readonly take: (line: Line) => boolean;
};

/** Terms worth less are ignored. */
const LEAST_WORTH = 0.001;
/** Worth of two terms on one line, as a share of the probability that both are needed. */
const PAIR_WORTH = 0.8;
const MOST_PARTNERS = 6;
/** A name is worth half if so many names that differ only in digits are selected. */
const ENOUGH_OF_A_FAMILY = 3;
const CHARACTERS_PER_TOKEN = 3.7;
const LINE_TOKENS = 2;
const MOST_REFUSED = 40;

/**
 * Selects lines greedily by the worth of their new terms per token. Terms that are already selected add nothing. Pairs
 * of terms on one line add worth, because the line relates them.
 */
export function* selectLines(
  lines: readonly Line[],
  options: SelectOptions,
): Steps<readonly Line[]> {
  const scorer = createScorer(options);
  const queue: Queued[] = [];
  for (const line of lines) {
    yield;
    const queued = queuedLine(trimLine(line));
    if (queued.anchors.length + queued.words.length === 0) continue;
    queue.push({ ...queued, worth: scorer.worthOf(queued) });
  }
  for (let at = (queue.length >> 1) - 1; at >= 0; at -= 1) sink(queue, at);
  const chosen: Line[] = [];
  for (let refused = 0; refused < MOST_REFUSED;) {
    yield;
    const [best] = queue;
    if (best === undefined) break;
    const worth = scorer.worthOf(best);
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
    scorer.add(best);
  }
  return chosen;
}

type Queued = {
  readonly line: Line;
  /** Exact tokens and words that are worth something. Exact tokens are sorted, best first. */
  readonly anchors: readonly KeyTerm[];
  readonly words: readonly KeyTerm[];
  /** Worth per token when it was last computed. It can only fall. */
  worth: number;
};

function queuedLine(line: Line): Queued {
  const worthy = line.terms.filter(({ worth }) => worth >= LEAST_WORTH);
  const anchors = worthy
    .filter(({ kind }) => kind !== "word")
    .sort((left, right) => right.worth - left.worth);
  return { line, anchors, words: worthy.filter(({ kind }) => kind === "word"), worth: 0 };
}

type Scorer = {
  worthOf(queued: Queued): number;
  add(queued: Queued): void;
};

function createScorer({ labelOf, mentioned: before }: SelectOptions): Scorer {
  const mentioned = new Set(before);
  const pairs = new Map<KeyTerm, Set<KeyTerm>>();
  const families = new Map<string, number>();
  const opened = new Set<Source>();
  const freshWorth = (term: KeyTerm): number => {
    if (mentioned.has(term)) return 0;
    const siblings = term.family === null ? 0 : (families.get(term.family) ?? 0);
    return term.worth / (1 + siblings / ENOUGH_OF_A_FAMILY);
  };
  const sumOf = (terms: readonly KeyTerm[]): number =>
    terms.reduce((sum, term) => sum + freshWorth(term), 0);
  const addTerm = (term: KeyTerm): void => {
    if (!mentioned.has(term) && term.family !== null)
      families.set(term.family, (families.get(term.family) ?? 0) + 1);
    mentioned.add(term);
  };
  return {
    worthOf({ line, anchors, words }) {
      const { text, source } = line.sourceLine;
      let worth = sumOf(anchors) + sumOf(words);
      eachPair(anchors, (left, right) => {
        if (pairs.get(left)?.has(right) !== true) worth += PAIR_WORTH * left.worth * right.worth;
      });
      let tokens = text.length / CHARACTERS_PER_TOKEN + LINE_TOKENS + 1;
      if (!opened.has(source)) {
        worth += sumOf(labelOf(source));
        tokens += 1 + source.label.length / CHARACTERS_PER_TOKEN;
      }
      return worth / tokens;
    },
    add({ line, anchors }) {
      const { source } = line.sourceLine;
      if (!opened.has(source)) for (const term of labelOf(source)) addTerm(term);
      opened.add(source);
      for (const term of line.terms) addTerm(term);
      eachPair(anchors, (left, right) => {
        const partners = pairs.get(left) ?? new Set();
        pairs.set(left, partners.add(right));
      });
    },
  };
}

/** Calls `use` for each pair of the first six terms, in the same order on every line. */
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

/** Restores the max-heap after the worth at one index fell. */
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
