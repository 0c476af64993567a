import type { Origin } from "./lines.ts";
import type { Line } from "./terms.ts";

/** Terms worth less than this share of the line's best term can be cut off. */
const SHARE_OF_BEST = 0.01;
const TRIMMED_ORIGINS: ReadonlySet<Origin> = new Set<Origin>(["result", "arguments", "change"]);
/** Fewer characters are not worth cutting off. */
const MIN_TRIM = 8;
/** A number alone says nothing. */
const LETTERS = /\p{L}{2}/u;

/**
 * Trims output and arguments to the part between the first and the last valuable term. Text of users and models is not
 * trimmed, nor are lines that match the caller's instructions.
 */
export function trimLine(line: Line): Line {
  const { sourceLine, terms } = line;
  let best = 0;
  for (const { worth } of terms) best = Math.max(best, worth);
  if (!TRIMMED_ORIGINS.has(sourceLine.origin) || best >= 1) return line;
  const { text } = sourceLine;
  let start = text.length;
  let end = 0;
  for (const term of terms) {
    if (term.kind === "word" || term.worth < SHARE_OF_BEST * best) continue;
    const at = text.indexOf(term.name);
    if (at === -1) continue;
    start = Math.min(start, at);
    end = Math.max(end, at + term.name.length);
  }
  if (end === 0) return line;
  while (start > 0 && isWord(text.charAt(start - 1))) start -= 1;
  while (end < text.length && isWord(text.charAt(end))) end += 1;
  if (start < MIN_TRIM) start = 0;
  if (text.length - end < MIN_TRIM) end = text.length;
  if (start === 0 && end === text.length) return line;
  const part = text.slice(start, end);
  if (!LETTERS.test(part)) return line;
  const words = part.toLowerCase();
  return {
    sourceLine: { ...sourceLine, text: part },
    terms: terms.filter(({ kind, name }) =>
      kind === "word" ? words.includes(name.slice(1)) : part.includes(name),
    ),
  };
}

function isWord(character: string): boolean {
  return !/[\s,;(){}]/u.test(character);
}
