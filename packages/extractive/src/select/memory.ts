import type { Json } from "@cutpoint/core";
import { isRecord, type Steps } from "@cutpoint/core/kit";
import type { Task } from "../read/to-do.ts";
import { anchorKind } from "../terms/anchors.ts";
import { createTerm, type KeyTerm, type TermIndex } from "../terms/terms.ts";
import { takeBestFirst } from "./best-first.ts";
import { MOST_TERMS, TOKENS_PER_TERM } from "../constants.ts";

/** What a summary leaves for the next one. */
export type SummaryMemory = {
  /** Number of messages before the kept ones. */
  readonly messages: number;
  /** How these messages used the terms that are most likely to be needed. */
  readonly terms: readonly KeyTerm[];
  /** Number of entries of the summary, and the places of those that are lines of the user. */
  readonly entries: number;
  readonly userEntries: readonly number[];
  /** Tasks, which later calls name by their number. */
  readonly tasks: readonly Task[];
};

/** Returns the best terms that a summary of at most `maxTokens` leaves for the next one. */
export function* termsToRemember(index: TermIndex, maxTokens: number): Steps<readonly KeyTerm[]> {
  const terms: KeyTerm[] = [];
  const most = Math.min(MOST_TERMS, maxTokens / TOKENS_PER_TERM);
  const past = index.terms.filter((term) => index.beforeKept(term).messages > 0);
  yield* takeBestFirst(past, {
    worthOf: ({ worth }) => worth,
    take: (term) => terms.length < most && terms.push(index.beforeKept(term)) > 0,
  });
  return terms;
}

const ORIGINS = ["user", "prose", "arguments", "change", "result"] as const;

/**
 * Encodes each term as its name and numbers, without the zeros at the end. Positions are counted from the end.
 */
export function encodeMemory(memory: SummaryMemory): Json {
  const { entries, messages, tasks, terms, userEntries } = memory;
  const age = (at: number): number => Math.max(0, messages - at);
  const ageIn = (term: KeyTerm, origin: (typeof ORIGINS)[number]): number =>
    term.counts[origin] === 0 ? 0 : age(term.lastIn[origin]);
  const rows = terms.map((term) => {
    const numbers = [
      term.messages,
      age(term.first),
      age(term.last),
      term.uses,
      ...ORIGINS.flatMap((origin) => [term.counts[origin], ageIn(term, origin)]),
    ];
    return [term.name, ...numbers.slice(0, numbers.findLastIndex((number) => number > 0) + 1)];
  });
  const known = tasks.map(({ id, status, text }) => [id, status, text]);
  return {
    by: "extractive",
    messages,
    terms: rows,
    entries,
    user: [...userEntries],
    ...(known.length === 0 ? {} : { tasks: known }),
  };
}

/** Returns the memory that a summary left, or `null` if another summarizer wrote it. */
export function decodeMemory(value: unknown): SummaryMemory | null {
  if (!isRecord(value) || value["by"] !== "extractive" || !Array.isArray(value["terms"]))
    return null;
  const messages = countIn(value["messages"]);
  return {
    messages,
    terms: listIn(value["terms"]).flatMap((row) => decodeTerm(row, messages)),
    entries: countIn(value["entries"]),
    userEntries: listIn(value["user"]).map(countIn),
    tasks: listIn(value["tasks"]).flatMap(decodeTask),
  };
}

function decodeTask(row: unknown): readonly Task[] {
  const [id, status, text] = listIn(row);
  const isTask = typeof id === "string" && typeof status === "string" && typeof text === "string";
  return isTask ? [{ id, status, text }] : [];
}

function decodeTerm(row: unknown, span: number): readonly KeyTerm[] {
  const [name, ...rest] = listIn(row);
  if (typeof name !== "string") return [];
  const [messages = 0, first = 0, last = 0, uses = 0] = rest.map(countIn);
  const term = createTerm(name, kindOf(name));
  Object.assign(term, { messages, uses, first: span - first, last: span - last });
  for (const [index, origin] of ORIGINS.entries()) {
    const [lines, age] = [countIn(rest[4 + 2 * index]), countIn(rest[5 + 2 * index])];
    if (lines === 0) continue;
    term.counts[origin] = lines;
    term.lastIn[origin] = span - age;
  }
  const { prose, arguments: used, change } = term.lastIn;
  term.lastUse = Math.max(prose, used, change);
  return [term];
}

function kindOf(name: string): KeyTerm["kind"] {
  if (name.startsWith(" ")) return "word";
  return /\s/u.test(name) ? "phrase" : (anchorKind(name) ?? "id");
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function countIn(value: unknown): number {
  return typeof value === "number" && value >= 0 && Number.isFinite(value) ? value : 0;
}
