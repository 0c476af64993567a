import { estimateText } from "@cutpoint/core";
import { mapInSteps, type Steps } from "@cutpoint/core/kit";
import type { Source } from "./lines.ts";
import type { KeyTerm, Line } from "./terms.ts";
import { trimLine } from "./trim-line.ts";

export type SelectOptions = {
  /** Terms in the label of a source, which is rendered with its first line. */
  readonly labelOf: (source: Source) => readonly KeyTerm[];
  /** Terms that the summary or the view contains already. */
  readonly mentioned: Iterable<KeyTerm>;
  /** Tokens for all lines. Without it, lines are trimmed as if there were room for all. */
  readonly room?: number;
  /** Takes a line and returns `true` if it fits. */
  readonly take: (line: Line) => boolean;
};

/** Terms worth less are ignored. */
const LEAST_WORTH = 0.001;
/** Worth of two terms on one line in comparison with one term. The chance that both are used together follows the less likely one. */
const PAIR_WORTH = 0.7;
const MOST_PARTNERS = 6;
/** A name is worth half if so many names that differ only in digits are selected. */
const ENOUGH_OF_A_FAMILY = 3;
const CHARACTERS_PER_TOKEN = 3.7;
/** What separates a line from the one before. */
const LINE_TOKENS = 2;
/** What a label adds to its length. */
const LABEL_TOKENS = 2;
const MOST_REFUSED = 40;
/** A part of a line that is worth less per token than this share of the last line that fits is cut off. */
const TRIM_SHARE = 0.5;

/**
 * Selects lines greedily by the worth of their new terms per token. Terms that are already selected add nothing. Pairs
 * of terms on one line add worth, because the line relates them. The less room there is, the shorter lines are trimmed.
 */
export function* selectLines(
  lines: readonly Line[],
  options: SelectOptions,
): Steps<readonly Line[]> {
  const scorer = createScorer(options);
  const chosen: Line[] = [];
  let candidates = yield* candidatesFrom(lines, options, 0);
  const least =
    options.room === undefined ? 0 : yield* leastSelected(candidates, options.room, options);
  if (least > 0) candidates = yield* candidatesFrom(lines, options, TRIM_SHARE * least);
  yield* takeBestFirst(candidates, {
    worthOf: scorer.worthOf,
    take: (candidate) => {
      if (!options.take(candidate.line)) return false;
      chosen.push(candidate.line);
      scorer.add(candidate);
      return true;
    },
  });
  return chosen;
}

type Candidate = {
  readonly line: Line;
  /** Estimated tokens without the label. Names of random characters take twice as many for their length as prose. */
  readonly cost: number;
  /** Exact tokens and words that are worth something. */
  readonly anchors: readonly KeyTerm[];
  readonly words: readonly KeyTerm[];
  /** The best exact tokens, with those of a repeated label. Best first. */
  readonly partners: readonly KeyTerm[];
};

/** @param leastWorth of a part that stays, per token */
function* candidatesFrom(
  lines: readonly Line[],
  { labelOf }: SelectOptions,
  leastWorth: number,
): Steps<readonly Candidate[]> {
  const price = leastWorth / CHARACTERS_PER_TOKEN;
  const candidates = yield* mapInSteps(lines, (line) =>
    candidateOf(trimLine(line, price), labelOf),
  );
  return candidates.filter(({ anchors, words }) => anchors.length + words.length > 0);
}

/** Returns the worth per token of the last line that fits, or 0 if all fit. */
function* leastSelected(
  candidates: readonly Candidate[],
  room: number,
  options: SelectOptions,
): Steps<number> {
  const scorer = createScorer(options);
  let left = room;
  let least = 0;
  yield* takeBestFirst(candidates, {
    worthOf: scorer.worthOf,
    take: (candidate, worth) => {
      if (left <= 0) return false;
      least = worth;
      left -= scorer.tokensOf(candidate);
      scorer.add(candidate);
      return true;
    },
  });
  return left > 0 ? 0 : least;
}

function candidateOf(line: Line, labelOf: SelectOptions["labelOf"]): Candidate {
  const { source, text } = line.sourceLine;
  const anchors: KeyTerm[] = [];
  const words: KeyTerm[] = [];
  for (const term of line.terms)
    if (term.worth >= LEAST_WORTH) (term.kind === "word" ? words : anchors).push(term);
  const together =
    source.isRepeated === true ? [...new Set([...anchors, ...labelOf(source)])] : [...anchors];
  const partners = together.sort((left, right) => right.worth - left.worth).slice(0, MOST_PARTNERS);
  return { line, cost: estimateText(text) + LINE_TOKENS, anchors, words, partners };
}

type Scorer = {
  /** Estimates the tokens of a line, with its label if no line of its source is selected. */
  readonly tokensOf: (candidate: Candidate) => number;
  /** Returns the worth per token. */
  readonly worthOf: (candidate: Candidate) => number;
  readonly add: (candidate: Candidate) => void;
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
  const tokensOf = ({ cost, line }: Candidate): number => {
    const { source } = line.sourceLine;
    return opened.has(source)
      ? cost
      : cost + LABEL_TOKENS + source.label.length / CHARACTERS_PER_TOKEN;
  };
  return {
    tokensOf,
    worthOf(candidate) {
      const { line, anchors, partners, words } = candidate;
      const { source } = line.sourceLine;
      let worth = sumOf(anchors) + sumOf(words);
      eachPair(partners, (left, right) => {
        if (pairs.get(left)?.has(right) !== true) worth += pairWorth(left, right);
      });
      if (!opened.has(source)) worth += sumOf(labelOf(source));
      return worth / tokensOf(candidate);
    },
    add({ line, partners }) {
      const { source } = line.sourceLine;
      if (!opened.has(source)) for (const term of labelOf(source)) addTerm(term);
      opened.add(source);
      for (const term of line.terms) addTerm(term);
      eachPair(partners, (left, right) => {
        pairs.set(left, (pairs.get(left) ?? new Set()).add(right));
      });
    },
  };
}

/** Calls `use` for each pair of terms, in the same order on every line. */
function eachPair(terms: readonly KeyTerm[], use: (left: KeyTerm, right: KeyTerm) => void): void {
  for (let left = 0; left < terms.length; left += 1)
    for (let right = left + 1; right < terms.length; right += 1)
      use(terms[left] as KeyTerm, terms[right] as KeyTerm);
}

/** @param more the term that is worth more */
function pairWorth(more: KeyTerm, less: KeyTerm): number {
  return PAIR_WORTH * less.worth * Math.sqrt(Math.sqrt(more.worth));
}

/** How {@link takeBestFirst} ranks and takes. */
export type Ranking<Each> = {
  /** Falls while others are taken, or stays nearly the same. What is worth nothing is never taken. */
  readonly worthOf: (each: Each) => number;
  /** Returns `true` if it fits. */
  readonly take: (each: Each, worth: number) => boolean;
  /** Those below this share of the first worth are left out. Default: 0. */
  readonly leastShare?: number;
};

type Queued<Each> = { readonly each: Each; worth: number };

/** Takes the best again and again. A worth is computed again only when it would be the best. */
export function* takeBestFirst<Each>(
  all: readonly Each[],
  { leastShare = 0, take, worthOf }: Ranking<Each>,
): Steps<void> {
  const queue = [
    ...(yield* mapInSteps(all, (each): Queued<Each> => ({ each, worth: worthOf(each) }))),
  ];
  for (let at = (queue.length >> 1) - 1; at >= 0; at -= 1) sink(queue, at);
  const least = leastShare * (queue[0]?.worth ?? 0);
  for (let refused = 0; refused < MOST_REFUSED;) {
    yield;
    const [best] = queue;
    if (best === undefined || best.worth <= least) break;
    const worth = worthOf(best.each);
    if (worth > 0 && worth < best.worth) {
      best.worth = worth;
      sink(queue, 0);
      if (queue[0] !== best) continue;
    }
    dropFirst(queue);
    if (worth > 0 && !take(best.each, worth)) refused += 1;
  }
}

function dropFirst(queue: Queued<unknown>[]): void {
  const last = queue.pop();
  if (last === undefined || queue.length === 0) return;
  queue[0] = last;
  sink(queue, 0);
}

/** Restores the max-heap after the worth at one index fell. */
function sink(queue: Queued<unknown>[], from: number): void {
  const moved = queue[from] as Queued<unknown>;
  let at = from;
  for (let child = 2 * at + 1; child < queue.length; child = 2 * at + 1) {
    const right = queue[child + 1];
    if (right !== undefined && right.worth > (queue[child] as Queued<unknown>).worth) child += 1;
    const larger = queue[child] as Queued<unknown>;
    if (larger.worth <= moved.worth) break;
    queue[at] = larger;
    at = child;
  }
  queue[at] = moved;
}
