const MARKUP = /^(?:\s*(?:[-*+•]|\d{1,3}[.)]|#{1,6}|>+)(?=\s))+\s*(?:\[[ xX]\]\s*)?/u;
/** Blanks to replace by one space. Single spaces, of which a long text has millions, do not match. */
export const BLANKS: RegExp = /[^\S ]\s*| \s+/gu;
const SENTENCE_END = /(?<=[.!?…][)"'”’\]]{0,2})\s+(?=[\p{Lu}\p{Lo}\p{N}"'“‘`([*])|(?<=[。！？])/u;
const WIDE = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/u;

/** Removes list, heading and quote markers and collapses blanks. */
export function plainLine(line: string): string {
  return line.replace(MARKUP, "").replace(BLANKS, " ").trim();
}

/** Splits a text into sentences, without fenced code. */
export function sentencesOf(text: string): readonly string[] {
  return proseLines(text).flatMap((line) => line.split(SENTENCE_END).filter((each) => each !== ""));
}

/** Returns the lines that contain words, without fenced code, rules and table borders. */
export function proseLines(text: string): readonly string[] {
  const lines: string[] = [];
  let fenced = false;
  for (const line of text.split("\n")) {
    if (/^\s*(?:```|~~~)/u.test(line)) fenced = !fenced;
    else if (!fenced && /[\p{L}\p{N}]/u.test(line)) lines.push(plainLine(line));
  }
  return lines.filter((line) => line !== "");
}

/** Cuts a line between words, with `…` at the end. Empty if the first word is too long. */
export function shortLine(line: string, maxCharacters: number): string {
  if (line.length <= maxCharacters) return line.toWellFormed();
  for (let end = maxCharacters - 2; end > 0; end -= 1) {
    if (line.charAt(end) === " ") return `${line.slice(0, end).trimEnd()} …`.toWellFormed();
    if (WIDE.test(line.charAt(end)) && WIDE.test(line.charAt(end - 1)))
      return `${line.slice(0, end)} …`.toWellFormed();
  }
  return "";
}

/** Returns runs of four or more letters or digits, in lower case. */
export function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];
}
