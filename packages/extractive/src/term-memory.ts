import type { Json } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { anchorKind } from "./anchors.ts";
import { createTerm, type KeyTerm } from "./terms.ts";

/** How the messages before a summary used the terms that it contains. */
export type TermMemory = {
  /** Number of these messages. */
  readonly messages: number;
  readonly terms: readonly KeyTerm[];
};

const ORIGINS = ["user", "prose", "arguments", "change", "result"] as const;

/** Encodes each term as its name and numbers, without the zeros at the end. Positions are counted from the end. */
export function encodeMemory({ messages, terms }: TermMemory): Json {
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
  return { by: "extractive", messages, terms: rows };
}

/** Returns the memory that a summary left, or `null` if another summarizer wrote it. */
export function decodeMemory(value: unknown): TermMemory | null {
  if (!isRecord(value) || value["by"] !== "extractive" || !Array.isArray(value["terms"]))
    return null;
  const messages = countIn(value["messages"]);
  const rows: readonly unknown[] = value["terms"];
  return { messages, terms: rows.flatMap((row) => decodeTerm(row, messages)) };
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
