import { mapInSteps, type Steps } from "@cutpoint/core/kit";
import { type AnchorKind, anchorKind, anchorsOf, phrasesOf } from "./anchors.ts";
import { keyOf } from "./digits.ts";
import type { Origin, SourceLine, Source } from "../read/lines.ts";
import type { SummaryMemory } from "../select/memory.ts";

/** An exact token or a word, with statistics of its occurrences. */
export type KeyTerm = {
  /** Empty if only a memory contains the term. */
  readonly name: string;
  /** Hash of the name, by which the next summary finds the term. */
  readonly key: string;
  readonly kind: AnchorKind | "phrase" | "word";
  /** Number of messages that contain it, index of the first and of the newest, and the largest distance of two in a row. */
  messages: number;
  first: number;
  last: number;
  gap: number;
  /** Number of messages of the model that contain it, and the newest. */
  uses: number;
  lastUse: number;
  /** Number of lines that contain it, and newest message, by origin. */
  readonly counts: Record<Origin, number>;
  readonly lastIn: Record<Origin, number>;
  /** Fewest other exact tokens on a line with it. */
  neighbors: number;
  /** Estimated probability that it is needed, plus a bonus if the caller's instructions name it. 0 until it is set. */
  worth: number;
};

/** A line with its terms, exact tokens first. */
export type Line = { readonly sourceLine: SourceLine; readonly terms: readonly KeyTerm[] };

export type TermIndex = {
  readonly lines: readonly Line[];
  readonly terms: readonly KeyTerm[];
  /** Returns the terms in the label of a source. */
  readonly labelOf: (source: Source) => readonly KeyTerm[];
  /** Number of messages, with those of earlier compactions. */
  readonly span: number;
  /** Returns a term as the messages before the kept ones used it. */
  readonly beforeKept: (term: KeyTerm) => KeyTerm;
};

/** The messages of an index. */
export type Span = {
  readonly messages: number;
  /** Index of the first kept message. Default: none is kept. */
  readonly keptStart?: number;
  /** The memory of the earlier summary. */
  readonly memory?: SummaryMemory | null;
};

/** Short lines, or terms, that are read between two pauses. */
export const LINES_AT_ONCE = 16;
const NEVER = -1e6;
const MODEL: ReadonlySet<Origin> = new Set<Origin>(["prose", "arguments", "change"]);
const SMALL_NUMBER = /^\d{1,3}$/u;
const WORD = /\p{L}{4,}/gu;

/** Finds the terms of all lines. O(n) in the length of the lines. */
export function* indexTerms(
  sourceLines: readonly SourceLine[],
  { keptStart = Number.POSITIVE_INFINITY, memory = null, messages }: Span,
): Steps<TermIndex> {
  const known: TermsByKey = new Map();
  const knownWords: TermsByKey = new Map();
  const unseen = new Map(memory?.terms.map((term) => [term.key, term]));
  const remembered = new Set<KeyTerm>();
  const create: typeof createTerm = (name, kind) => {
    const term = createTerm(name, kind);
    const before = unseen.get(term.key);
    if (before === undefined) return term;
    unseen.delete(term.key);
    const continued = { ...before, name, kind };
    remembered.add(continued);
    return continued;
  };
  const past = new Map<KeyTerm, KeyTerm>();
  const earlier = memory?.messages ?? 0;
  const parsed = new Map<string, Parsed>();
  const indexed = (sourceLine: SourceLine): Line => {
    const { text, source } = sourceLine;
    let line = parsed.get(text);
    if (line === undefined) {
      line = parse(text, known, knownWords, create);
      parsed.set(text, line);
    }
    for (const term of line.terms) {
      if (source.message >= keptStart && !past.has(term)) past.set(term, copyOf(term));
      term.neighbors = Math.min(term.neighbors, line.neighbors);
      if (source.message < 0 && remembered.has(term)) continue;
      const at = source.message + earlier;
      recordOccurrence(term, at, sourceLine.origin);
    }
    return { sourceLine, terms: line.terms };
  };
  const lines = yield* mapInSteps(sourceLines, indexed, LINES_AT_ONCE);
  const sources = new Set(sourceLines.map(({ source }) => source));
  const labelled = (source: Source) =>
    [source, anchorsOf(source.label).flatMap((name) => known.get(name) ?? [])] as const;
  const labels = new Map(yield* mapInSteps(sources, labelled, LINES_AT_ONCE));
  return {
    lines,
    terms: [...known.values(), ...knownWords.values(), ...unseen.values()],
    labelOf: (source) => labels.get(source) ?? [],
    span: messages + earlier,
    beforeKept: (term) => past.get(term) ?? term,
  };
}

/** Terms by name. Words are in a map of their own, without the blank that their names begin with. */
type TermsByKey = Map<string, KeyTerm>;

/** Cached for each text, because files are often read more than once. */
type Parsed = {
  readonly terms: readonly KeyTerm[];
  /** Number of exact tokens. */
  readonly neighbors: number;
};

function parse(
  text: string,
  known: TermsByKey,
  knownWords: TermsByKey,
  create: typeof createTerm,
): Parsed {
  const termFor = (terms: TermsByKey, key: string, kind: KeyTerm["kind"]): KeyTerm => {
    const term = terms.get(key) ?? create(kind === "word" ? ` ${key}` : key, kind);
    terms.set(key, term);
    return term;
  };
  const names = anchorsOf(text, 24).filter((name) => !SMALL_NUMBER.test(name));
  const terms = names.map((name) => termFor(known, name, anchorKind(name) ?? "id"));
  for (const phrase of phrasesOf(text)) terms.push(termFor(known, phrase, "phrase"));
  const words = new Set<string>();
  for (const word of text.match(WORD) ?? []) words.add(word.toLowerCase());
  for (const word of words) terms.push(termFor(knownWords, word, "word"));
  return { terms, neighbors: names.length };
}

/** @param at index of the message */
function recordOccurrence(term: KeyTerm, at: number, origin: Origin): void {
  if (MODEL.has(origin) && term.lastUse !== at) {
    term.uses += 1;
    term.lastUse = at;
  }
  if (term.messages === 0) term.first = at;
  else term.gap = Math.max(term.gap, at - term.last);
  if (term.last !== at) term.messages += 1;
  term.last = Math.max(at, term.last);
  term.counts[origin] += 1;
  term.lastIn[origin] = at;
}

function byOrigin(value: number): Record<Origin, number> {
  return {
    user: value,
    prose: value,
    arguments: value,
    change: value,
    result: value,
    carried: value,
  };
}

function copyOf(term: KeyTerm): KeyTerm {
  return { ...term, counts: { ...term.counts }, lastIn: { ...term.lastIn } };
}

/** Creates a term without occurrences. The name of a word begins with a space. */
export function createTerm(name: string, kind: KeyTerm["kind"]): KeyTerm {
  return {
    name,
    key: keyOf(name),
    kind,
    messages: 0,
    first: NEVER,
    last: NEVER,
    gap: 0,
    uses: 0,
    lastUse: NEVER,
    counts: byOrigin(0),
    lastIn: byOrigin(NEVER),
    neighbors: 99,
    worth: 0,
  };
}
