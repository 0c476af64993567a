import type { Origin } from "./lines.ts";
import type { KeyTerm, Line } from "./terms.ts";

/** A name worth less than this share of the line's best does not hold a stretch of the line. */
const SHARE_OF_BEST = 0.03;
const TRIMMED: ReadonlySet<Origin> = new Set<Origin>(["result", "arguments", "change"]);
/** Fewer characters than this are not worth leaving out, at the beginning and at the end of a line. */
const LEAST_TRIM = { start: 8, end: 8 } as const;

/**
 * What a program printed or was given, from the first to the last name that is worth anything, cut between words. What
 * people and models said stays whole, and so does what the caller asked to attend to.
 */
export function trimLine(line: Line, worthOf: (term: KeyTerm) => number): Line {
  const { snippet, terms } = line;
  let best = 0;
  for (const term of terms) best = Math.max(best, worthOf(term));
  if (!TRIMMED.has(snippet.origin) || best >= 1) return line;
  const { text } = snippet;
  let start = text.length;
  let end = 0;
  for (const term of terms) {
    if (term.kind === "word" || worthOf(term) < SHARE_OF_BEST * best) continue;
    const at = text.indexOf(term.name);
    if (at === -1) continue;
    start = Math.min(start, at);
    end = Math.max(end, at + term.name.length);
  }
  if (end === 0) return line;
  while (start > 0 && isWord(text.charAt(start - 1))) start -= 1;
  while (end < text.length && isWord(text.charAt(end))) end += 1;
  if (start < LEAST_TRIM.start) start = 0;
  if (text.length - end < LEAST_TRIM.end) end = text.length;
  if (start === 0 && end === text.length) return line;
  const part = text.slice(start, end);
  const words = part.toLowerCase();
  return {
    snippet: { ...snippet, text: part },
    terms: terms.filter(({ kind, name }) =>
      kind === "word" ? words.includes(name.slice(1)) : part.includes(name),
    ),
  };
}

function isWord(character: string): boolean {
  return !/[\s,;(){}]/u.test(character);
}
