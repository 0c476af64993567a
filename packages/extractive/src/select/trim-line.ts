import type { Origin } from "../read/lines.ts";
import { LETTERS } from "../read/sentences.ts";
import type { Line } from "../terms/terms.ts";

const TRIMMED_ORIGINS: ReadonlySet<Origin> = new Set<Origin>(["result", "arguments", "change"]);
/** Fewer characters are not worth cutting off. */
const MIN_TRIM = 8;
/** Sign of a line that a diff removes. */
const REMOVED_SIGN = /^-(?=[^\s-])/u;

/**
 * Trims output and arguments to the clauses from the first to the last valuable term. A call keeps its beginning. Text
 * of users and models is not trimmed, nor are lines that match the caller's instructions.
 */
export function trimLine(line: Line): Line {
  const { sourceLine, terms } = line;
  const { origin, source, text } = sourceLine;
  if (!TRIMMED_ORIGINS.has(origin) || terms.some(({ worth }) => worth >= 1)) return line;
  const places = terms.flatMap(({ kind, name, worth }) => {
    const at = kind === "word" || worth === 0 ? -1 : text.indexOf(name);
    return at === -1 ? [] : [{ at, end: at + name.length }];
  });
  if (places.length === 0) return line;
  const isCall = origin === "arguments" && source.label === "";
  const start = isCall ? 0 : startOf(text, Math.min(...places.map(({ at }) => at)));
  const end = endOf(text, Math.max(...places.map((place) => place.end)));
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

function startOf(text: string, first: number): number {
  let start = first;
  while (start > 0 && isInClause(text.charAt(start - 1))) start -= 1;
  return start < MIN_TRIM ? 0 : start;
}

function endOf(text: string, last: number): number {
  let end = last;
  while (end < text.length && isInClause(text.charAt(end))) end += 1;
  return text.length - end < MIN_TRIM ? text.length : end;
}

/** A part begins and ends between the clauses of a line. */
function isInClause(character: string): boolean {
  return !/[,;(){}|]/u.test(character);
}
