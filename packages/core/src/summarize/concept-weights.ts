import type { Candidate, Origin } from "./candidates.ts";

/** What a concept (an exact thing or a word) is worth in a summary: its weight, 0 where it is worth nothing. */
export type ConceptWeights = {
  anchor(name: string): number;
  word(name: string): number;
};

type Counts = {
  /** Messages that hold it. */
  messages: number;
  /** The newest of them. */
  last: number;
  human: number;
  prose: number;
  arguments: number;
  change: number;
  result: number;
  carried: number;
};

/**
 * Weighs concepts by how likely the work will need them again. What the model used in its own words or in the arguments
 * of a tool is several times as likely to be needed as what only a tool printed; what a person said, more so; what was
 * seen lately, more than what was seen once at the beginning; and a name that is everywhere needs no remembering.
 */
export function conceptWeights(
  candidates: readonly Candidate[],
  messages: number,
  focus: ReadonlySet<string>,
): ConceptWeights {
  const anchors = new Map<string, Counts>();
  const words = new Map<string, Counts>();
  for (const line of candidates) {
    for (const name of line.anchors) count(anchors, name, line.origin, line.message);
    for (const name of line.words) count(words, name, line.origin, line.message);
  }
  const span = Math.max(1, messages);
  return {
    anchor: memo((name) => anchorWeight(anchors.get(name), span, name) + focusWeight(name, focus)),
    word: memo((name) => wordWeight(words.get(name), span) + (focus.has(name) ? 1 : 0)),
  };
}

function count(all: Map<string, Counts>, name: string, origin: Origin, message: number): void {
  const counts = all.get(name) ?? {
    messages: 0,
    last: -2,
    human: 0,
    prose: 0,
    arguments: 0,
    change: 0,
    result: 0,
    carried: 0,
  };
  all.set(name, counts);
  if (counts.last !== message) counts.messages += 1;
  counts.last = message;
  counts[origin] += 1;
}

function anchorWeight(counts: Counts | undefined, span: number, name: string): number {
  if (counts === undefined) return 0;
  const used =
    0.35 +
    (counts.arguments > 0 ? 1.2 : 0) +
    (counts.arguments > 1 ? 0.4 : 0) +
    (counts.change > 0 ? 0.8 : 0) +
    (counts.prose > 0 ? 0.9 : 0) +
    (counts.prose > 1 ? 0.5 : 0) +
    (counts.human > 0 ? 1.5 : 0) +
    (counts.carried > 0 ? 0.7 : 0);
  const recency = 0.6 + 0.8 * (Math.max(0, counts.last) / span);
  const everywhere = span >= 20 && counts.messages > span / 4 ? 0.4 : 1;
  const plain = /^\d+$/u.test(name) ? 0.5 : /^[A-Z]+$/u.test(name) ? 0.4 : 1;
  return used * (counts.carried > 0 ? Math.max(1, recency) : recency) * everywhere * plain;
}

function wordWeight(counts: Counts | undefined, span: number): number {
  if (counts === undefined || counts.messages > Math.max(2, span / 4)) return 0;
  const rare = counts.messages <= 5 ? 0.25 : 0.1;
  return rare * (counts.human > 0 ? 1.4 : 1);
}

function focusWeight(name: string, focus: ReadonlySet<string>): number {
  if (focus.size === 0) return 0;
  const plain = name.toLowerCase();
  return [...focus].some((word) => plain.includes(word)) ? 2 : 0;
}

function memo(weightOf: (name: string) => number): (name: string) => number {
  const known = new Map<string, number>();
  return (name) => {
    const found = known.get(name) ?? weightOf(name);
    known.set(name, found);
    return found;
  };
}
