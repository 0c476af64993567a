import type { Json } from "@cutpoint/core";
import { isRecord, type Steps } from "@cutpoint/core/kit";
import { anchorKind } from "../terms/anchors.ts";
import { takeBestFirst } from "./best-first.ts";
import { summarySourceLines } from "../read/carried.ts";
import type { SourceLine } from "../read/lines.ts";
import { type Candidate, selectLines } from "./select-lines.ts";
import { createTerm, type KeyTerm, type TermIndex } from "../terms/terms.ts";

/** What a summary leaves for the next one. */
export type SummaryMemory = {
  /** Number of messages before the kept ones. */
  readonly messages: number;
  /** How these messages used the terms that are most likely to be needed. */
  readonly terms: readonly KeyTerm[];
  /** The best lines that the summary has no room for. */
  readonly spareLines: readonly SourceLine[];
  /** Number of entries of the summary, and the places of those that are lines of the user. */
  readonly entries: number;
  readonly userEntries: readonly number[];
};

type Left = {
  readonly index: TermIndex;
  /** Lines of the messages before the kept ones. */
  readonly candidates: readonly Candidate[];
  readonly messages: number;
  /** Whether an entry of the summary is a line of the user. */
  readonly isUser: (entry: string) => boolean;
};

/** The memory has one term for this many tokens of the summary, and lines of this many characters for each token. */
const TOKENS_PER_TERM = 12;
const MOST_TERMS = 600;
const SPARE_PER_TOKEN = 3;
const MOST_SPARE = 24_000;

/** Returns what a summary of at most `maxTokens` with the lines `written` leaves for the next one. */
export function* memoryOf(
  { candidates, index, isUser, messages }: Left,
  written: readonly string[],
  maxTokens: number,
): Steps<SummaryMemory> {
  const texts = new Set(
    written.flatMap((line) => summarySourceLines(line)).map(({ text }) => text),
  );
  const others = candidates.filter(({ line }) => !texts.has(line.sourceLine.text));
  let room = Math.min(MOST_SPARE, SPARE_PER_TOKEN * maxTokens);
  const spare = yield* selectLines(others, {
    labelOf: index.labelOf,
    mentioned: [],
    take({ sourceLine: { source, text } }) {
      const fits = source.label.length + text.length <= room;
      if (fits) room -= source.label.length + text.length;
      return fits;
    },
  });
  const terms: KeyTerm[] = [];
  const mostTerms = Math.min(MOST_TERMS, maxTokens / TOKENS_PER_TERM);
  const past = index.terms.filter((term) => index.beforeKept(term).messages > 0);
  yield* takeBestFirst(past, {
    worthOf: ({ worth }) => worth,
    take: (term) => terms.length < mostTerms && terms.push(index.beforeKept(term)) > 0,
  });
  return {
    messages,
    terms,
    spareLines: spare.map(({ sourceLine }) => sourceLine),
    entries: written.length,
    userEntries: written.flatMap((entry, place) => (isUser(entry) ? [place] : [])),
  };
}

const ORIGINS = ["user", "prose", "arguments", "change", "result"] as const;
const LINE_ORIGINS = [...ORIGINS, "carried"] as const;

/**
 * Encodes each term as its name and numbers, without the zeros at the end. Positions are counted from the end. Lines of
 * one label and origin are one row.
 */
export function encodeMemory(memory: SummaryMemory): Json {
  const { entries, messages, spareLines, terms, userEntries } = memory;
  const age = (at: number): number => Math.max(0, messages - at);
  const ageIn = (term: KeyTerm, origin: (typeof ORIGINS)[number]): number =>
    term.counts[origin] === 0 ? 0 : age(term.lastIn[origin]);
  const rows = terms.map((term) => {
    const numbers = [
      term.messages,
      age(term.first),
      age(term.last),
      term.uses,
      term.recalls,
      term.defined,
      term.ofChanged,
      ...ORIGINS.flatMap((origin) => [term.counts[origin], ageIn(term, origin)]),
    ];
    return [term.name, ...numbers.slice(0, numbers.findLastIndex((number) => number > 0) + 1)];
  });
  const spare = [...Map.groupBy(spareLines, keyOf).values()].map((group) => {
    const [{ origin, source }] = group as [SourceLine];
    return [LINE_ORIGINS.indexOf(origin), source.label, ...group.map(({ text }) => text)];
  });
  return { by: "extractive", messages, terms: rows, spare, entries, user: [...userEntries] };
}

/** Returns the memory that a summary left, or `null` if another summarizer wrote it. */
export function decodeMemory(value: unknown): SummaryMemory | null {
  if (!isRecord(value) || value["by"] !== "extractive" || !Array.isArray(value["terms"]))
    return null;
  const messages = countIn(value["messages"]);
  const rows: readonly unknown[] = value["terms"];
  const spare: readonly unknown[] = Array.isArray(value["spare"]) ? value["spare"] : [];
  const user: readonly unknown[] = Array.isArray(value["user"]) ? value["user"] : [];
  return {
    messages,
    terms: rows.flatMap((row) => decodeTerm(row, messages)),
    spareLines: spare.flatMap(decodeLines),
    entries: countIn(value["entries"]),
    userEntries: user.map(countIn),
  };
}

function keyOf({ origin, source }: SourceLine): string {
  return `${origin} ${source.label}`;
}

function decodeLines(row: unknown): readonly SourceLine[] {
  if (!Array.isArray(row)) return [];
  const values: readonly unknown[] = row;
  const [place, label, ...texts] = values;
  const origin = typeof place === "number" ? LINE_ORIGINS[place] : undefined;
  if (origin === undefined || typeof label !== "string") return [];
  const source = { label, message: -1, path: null, isUser: origin === "user" };
  return texts.flatMap((text, place) =>
    typeof text === "string" ? [{ text, origin, source, place }] : [],
  );
}

function decodeTerm(row: unknown, messages: number): readonly KeyTerm[] {
  if (!Array.isArray(row)) return [];
  const values: readonly unknown[] = row;
  const [name, ...rest] = values;
  if (typeof name !== "string") return [];
  const [count = 0, first = 0, last = 0, uses = 0, recalls = 0, defined = 0, ofChanged = 0] =
    rest.map(countIn);
  const term = createTerm(name, kindOf(name));
  Object.assign(term, { messages: count, uses, recalls, defined, ofChanged });
  Object.assign(term, { first: messages - first, last: messages - last });
  for (const [index, origin] of ORIGINS.entries()) {
    const [lines, age] = [countIn(rest[7 + 2 * index]), countIn(rest[8 + 2 * index])];
    if (lines === 0) continue;
    term.counts[origin] = lines;
    term.lastIn[origin] = messages - age;
  }
  const { prose, arguments: used, change } = term.lastIn;
  term.lastUse = Math.max(prose, used, change);
  return [term];
}

function kindOf(name: string): KeyTerm["kind"] {
  if (name.startsWith(" ")) return "word";
  return /\s/u.test(name) ? "phrase" : (anchorKind(name) ?? "id");
}

function countIn(value: unknown): number {
  return typeof value === "number" && value >= 0 && Number.isFinite(value) ? value : 0;
}
