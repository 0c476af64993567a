const MARKUP = /^(?:\s*(?:[-*+•]|\d{1,3}[.)]|#{1,6}|>+)(?=\s))+\s*(?:\[[ xX]\]\s*)?/u;
const SENTENCE_END = /(?<=[.!?…][)"'”’\]]{0,2})\s+(?=[\p{Lu}\p{Lo}\p{N}"'“‘`([*])|(?<=[。！？])/u;
const WIDE = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/u;

/** A line as prose: without list, heading or quotation marks before it, its white space made single blanks. */
export function plainLine(line: string): string {
  return line.replace(MARKUP, "").replace(/\s+/gu, " ").trim();
}

/** The sentences of a text, line by line; fenced code is left out. */
export function sentencesOf(text: string): readonly string[] {
  return proseLines(text).flatMap((line) => line.split(SENTENCE_END).filter((each) => each !== ""));
}

/** The lines of a text that have words in them, as prose; fenced code, rules and table borders are left out. */
export function proseLines(text: string): readonly string[] {
  const lines: string[] = [];
  let fenced = false;
  for (const line of text.split("\n")) {
    if (/^\s*(?:```|~~~)/u.test(line)) fenced = !fenced;
    else if (!fenced && /[\p{L}\p{N}]/u.test(line)) lines.push(plainLine(line));
  }
  return lines.filter((line) => line !== "");
}

/**
 * The beginning of a line, at most `maxCharacters` long, ended with `…` where something is left out. It is cut between
 * words only, so that no name or number is changed by the cut; the empty text where the first word is too long.
 */
export function shortLine(line: string, maxCharacters: number): string {
  if (line.length <= maxCharacters) return line.toWellFormed();
  for (let end = maxCharacters - 2; end > 0; end -= 1) {
    if (line.charAt(end) === " ") return `${line.slice(0, end).trimEnd()} …`.toWellFormed();
    if (WIDE.test(line.charAt(end)) && WIDE.test(line.charAt(end - 1)))
      return `${line.slice(0, end)} …`.toWellFormed();
  }
  return "";
}

/** The words of a text that carry meaning: runs of four or more letters or digits, in small letters. */
export function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];
}
