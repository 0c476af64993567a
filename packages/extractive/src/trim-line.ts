import type { Origin } from "./lines.ts";
import type { KeyTerm, Line } from "./terms.ts";

const TRIMMED_ORIGINS: ReadonlySet<Origin> = new Set<Origin>(["result", "arguments", "change"]);
/** Fewer characters are not worth cutting off. */
const MIN_TRIM = 8;
/** A number alone says nothing. */
const LETTERS = /\p{L}{2}/u;

/**
 * Trims output and arguments to the part whose valuable terms are worth most, less the price of its characters. A call
 * keeps its tool. Text of users and models is not trimmed, nor are lines that match the caller's instructions.
 *
 * @param price worth per character
 */
export function trimLine(line: Line, price: number): Line {
  const { sourceLine, terms } = line;
  let best = 0;
  for (const { worth } of terms) best = Math.max(best, worth);
  if (!TRIMMED_ORIGINS.has(sourceLine.origin) || best >= 1) return line;
  const { text } = sourceLine;
  let [start, end] = bestPart(
    text,
    terms.filter(({ kind, worth }) => kind !== "word" && worth > 0),
    price,
  );
  if (end === 0) return line;
  while (start > 0 && isWord(text.charAt(start - 1))) start -= 1;
  while (end < text.length && isWord(text.charAt(end))) end += 1;
  if (start < MIN_TRIM) start = 0;
  if (text.length - end < MIN_TRIM) end = text.length;
  if (start === 0 && end === text.length) return line;
  const part = text.slice(start, end);
  if (!LETTERS.test(part)) return line;
  const isCall = start > 0 && sourceLine.origin === "arguments" && sourceLine.source.label === "";
  const trimmed = (isCall ? (/^[^\s:]+ /u.exec(text)?.[0] ?? "") : "") + part;
  const words = trimmed.toLowerCase();
  return {
    sourceLine: { ...sourceLine, text: trimmed },
    terms: terms.filter(({ kind, name }) =>
      kind === "word" ? words.includes(name.slice(1)) : trimmed.includes(name),
    ),
  };
}

/** Returns where the best part starts and ends. O(n) in the number of terms. */
function bestPart(
  text: string,
  terms: readonly KeyTerm[],
  price: number,
): readonly [start: number, end: number] {
  const places = terms
    .map(({ name, worth }) => ({ at: text.indexOf(name), length: name.length, worth }))
    .filter(({ at }) => at !== -1)
    .sort((left, right) => left.at - right.at);
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

function isWord(character: string): boolean {
  return !/[\s,;(){}]/u.test(character);
}
