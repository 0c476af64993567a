import type { Json } from "@cutpoint/core";
import { isRecord, type Steps } from "@cutpoint/core/kit";
import type { Task } from "../read/to-do.ts";
import { bitsDigit, bitsOf, KEY_LENGTH, levelDigit, levelOf } from "../terms/digits.ts";
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

/** Returns the best terms that a view with `shownTokens` of summaries leaves for the next summary. */
export function* termsToRemember(index: TermIndex, shownTokens: number): Steps<readonly KeyTerm[]> {
  const terms: KeyTerm[] = [];
  const most = Math.min(MOST_TERMS, shownTokens / TOKENS_PER_TERM);
  const past = index.terms.filter((term) => index.beforeKept(term).messages > 0);
  yield* takeBestFirst(past, {
    worthOf: ({ worth }) => worth,
    take: (term) => terms.length < most && terms.push(index.beforeKept(term)) > 0,
  });
  return terms;
}

const ORIGINS = ["user", "prose", "arguments", "change", "result"] as const;
/** The bit of a word beside those of its origins. */
const WORD = 1 << ORIGINS.length;

/**
 * Encodes each term as its key, a digit for its kind and its origins, and digits for its numbers. Positions are counted
 * from the end. Names are left out: a term is needed again only if the next summary reads a text that contains it.
 */
export function encodeMemory(memory: SummaryMemory): Json {
  const { entries, messages, tasks, terms, userEntries } = memory;
  const age = (at: number): number => Math.max(0, messages - at);
  const rows = terms.map(({ counts, first, key, kind, last, lastIn, messages: seen, uses }) => {
    let bits = kind === "word" ? WORD : 0;
    const numbers = [seen, age(first), age(last), uses];
    for (const [place, origin] of ORIGINS.entries()) {
      if (counts[origin] === 0) continue;
      bits += 1 << place;
      numbers.push(counts[origin], age(lastIn[origin]));
    }
    return key + bitsDigit(bits) + numbers.map(levelDigit).join("");
  });
  const known = tasks.map(({ id, status, text }) => [id, status, text]);
  return {
    by: "extractive",
    messages,
    terms: rows.join(""),
    entries,
    user: [...userEntries],
    ...(known.length === 0 ? {} : { tasks: known }),
  };
}

/** Returns the memory that a summary left, or `null` if another summarizer wrote it. */
export function decodeMemory(value: unknown): SummaryMemory | null {
  if (!isRecord(value) || value["by"] !== "extractive") return null;
  const messages = countIn(value["messages"]);
  const { terms } = value;
  return {
    messages,
    terms: typeof terms === "string" ? decodeTerms(terms, messages) : [],
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

function decodeTerms(text: string, span: number): readonly KeyTerm[] {
  const terms: KeyTerm[] = [];
  let at = 0;
  const next = (): number => levelOf(text.charAt(at++));
  while (at < text.length) {
    const key = text.slice(at, at + KEY_LENGTH);
    const bits = bitsOf(text.charAt(at + KEY_LENGTH));
    at += KEY_LENGTH + 1;
    const term = { ...createTerm("", (bits & WORD) > 0 ? "word" : "name"), key };
    Object.assign(term, {
      messages: next(),
      first: span - next(),
      last: span - next(),
      uses: next(),
    });
    for (const [place, origin] of ORIGINS.entries()) {
      if ((bits & (1 << place)) === 0) continue;
      term.counts[origin] = next();
      term.lastIn[origin] = span - next();
    }
    const { prose, arguments: used, change } = term.lastIn;
    term.lastUse = Math.max(prose, used, change);
    terms.push(term);
  }
  return terms;
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function countIn(value: unknown): number {
  return typeof value === "number" && value >= 0 && Number.isFinite(value) ? value : 0;
}
