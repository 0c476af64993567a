import type { Origin } from "../read/lines.ts";
import { LETTERS } from "../read/sentences.ts";
import type { KeyTerm, Line } from "../terms/terms.ts";

const TRIMMED_ORIGINS: ReadonlySet<Origin> = new Set<Origin>(["result", "arguments", "change"]);
/** Fewer characters are not worth cutting off. */
const MIN_TRIM = 8;
/** Sign of a line that a diff removes. */
const REMOVED_SIGN = /^-(?=[^\s-])/u;

/** A valuable term in a line, and its worth there. */
type Place = { readonly at: number; readonly length: number; readonly worth: number };

type Part = readonly [start: number, end: number];

type TermWorth = (term: KeyTerm) => number;
/** Trims a line at a price: a worth per character. */
export type Trim = (price: number) => Line;

/**
 * Returns a function that trims output and arguments to the part whose valuable terms are worth most, less the price of
 * its characters. A call keeps its beginning. Text of users and models is not trimmed, nor are lines that match the caller's
 * instructions. If the part is the same as last time, so is the result.
 *
 * @param worthOn what a term is worth on this line
 */
export function createTrimmer(line: Line, worthOn: TermWorth = ({ worth }) => worth): Trim {
  const { text } = line.sourceLine;
  const places = valuablePlaces(line, worthOn);
  if (places.length === 0) return () => line;
  let trimmed = line;
  let last: Part = [0, text.length];
  return (price) => {
    const [start, end] = widened(text, bestPart(places, price));
    if (start !== last[0] || end !== last[1]) trimmed = partOf(line, start, end);
    last = [start, end];
    return trimmed;
  };
}

/** Returns the terms that a line is trimmed to, in order; none if it must not be trimmed. */
function valuablePlaces({ sourceLine, terms }: Line, worthOn: TermWorth): readonly Place[] {
  const { origin, text } = sourceLine;
  const places: Place[] = [];
  if (!TRIMMED_ORIGINS.has(origin)) return places;
  for (const term of terms) {
    if (term.worth >= 1) return [];
    const worth = term.kind === "word" ? 0 : worthOn(term);
    const at = worth > 0 ? text.indexOf(term.name) : -1;
    if (at !== -1) places.push({ at, length: term.name.length, worth });
  }
  return places.sort((left, right) => left.at - right.at);
}

/** Returns where the best part starts and ends. O(n) in the number of places. */
function bestPart(places: readonly Place[], price: number): Part {
  let best = { start: 0, end: 0, gain: Number.NEGATIVE_INFINITY };
  let part = best;
  for (const { at, length, worth } of places) {
    const alone = { start: at, end: at + length, gain: worth - price * length };
    const end = Math.max(part.end, alone.end);
    const gain = part.gain + worth - price * (end - part.end);
    part = gain > alone.gain ? { start: part.start, end, gain } : alone;
    if (part.gain >= best.gain) best = part;
  }
  return [best.start, best.end];
}

function widened(text: string, [first, last]: Part): Part {
  let [start, end] = [first, last];
  while (start > 0 && isInClause(text.charAt(start - 1))) start -= 1;
  while (end < text.length && isInClause(text.charAt(end))) end += 1;
  return [start < MIN_TRIM ? 0 : start, text.length - end < MIN_TRIM ? text.length : end];
}

/** A part begins and ends between the clauses of a line. */
function isInClause(character: string): boolean {
  return !/[,;(){}|]/u.test(character);
}

function partOf(line: Line, first: number, end: number): Line {
  const { sourceLine, terms } = line;
  const { origin, source, text } = sourceLine;
  const start = origin === "arguments" && source.label === "" ? 0 : first;
  const [sign = ""] = REMOVED_SIGN.exec(text) ?? [];
  const part = text.slice(start < sign.length ? 0 : start, end).trim();
  // A number alone says nothing.
  if (part === text || !LETTERS.test(part)) return line;
  const trimmed = (start < sign.length ? "" : sign) + part;
  const words = trimmed.toLowerCase();
  return {
    sourceLine: { ...sourceLine, text: trimmed },
    terms: terms.filter(({ kind, name }) =>
      kind === "word" ? words.includes(name.slice(1)) : trimmed.includes(name),
    ),
  };
}
