import { LONGEST_JSON, LONGEST_LINE } from "../constants.ts";

const MARKUP = /^(?:\s*(?:[-*+•]|\d{1,3}[.)]|#{1,6}|>+)(?=\s))+\s*(?:\[[ xX]\]\s*)?/u;
/** Blanks to replace by one space. Single spaces, of which a long text has millions, do not match. */
export const BLANKS: RegExp = /[^\S ]\s*| \s+/gu;
/** Two letters in a row, as in each word. */
export const LETTERS: RegExp = /\p{L}{2}/u;
/** The blanks between two sentences. */
const SENTENCE_END: RegExp =
  /(?<=[.!?…][)"'”’\]]{0,2})\s+(?=[\p{Lu}\p{Lo}\p{N}"'“‘`([*])|(?<=[。！？])/u;
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
  return unfencedLines(text)
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
    .map(plainLine)
    .filter((line) => line !== "");
}

/** Returns the lines that others do not contain. */
export function linesNotIn(lines: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  return lines.filter((line) => !known.has(line));
}

/** Returns the lines without fenced code. */
export function unfencedLines(text: string): readonly string[] {
  let fenced = false;
  return text.split("\n").filter((line) => {
    const isFence = /^\s*(?:```|~~~)/u.test(line);
    if (isFence) fenced = !fenced;
    return !fenced && !isFence;
  });
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

/** The rest of a longer line is left out. */
const MAX_PIECES_CHARACTERS = 40 * LONGEST_LINE;
const MAX_TEXT_CHARACTERS = 200_000;
/** A line of bold words only, the mark of fenced code, and a tag, which contain no information. */
const EMPTY = /^(?:\*\*[^*]+\*\*:?|```.*|<\/?[a-z][\w-]*>)$/u;
/** Header of a part of a diff, or start of a patch. */
const DIFF = /^(?:@@ -\d|\*\*\* Begin Patch)/mu;

/** Line numbers of file viewers, and list markers. */
export const LINE_MARK: RegExp = /^(?:\d{1,6}(?:→|\||:\s|\t| {2,})|[-*+>•] |#{1,6} )+/u;

/**
 * Splits a text into the lines that a summary can quote, without list markers and short or empty lines. Lines that a diff
 * removes begin with `-`.
 */
export function quotableLines(text: string): readonly string[] {
  const lines: string[] = [];
  const isDiff = DIFF.test(text);
  for (const raw of text.slice(0, MAX_TEXT_CHARACTERS).split("\n")) {
    const sign = isDiff && /^-(?!-- )/u.test(raw) ? "-" : "";
    const line =
      sign + raw.slice(sign.length).trim().replace(BLANKS, " ").replace(LINE_MARK, "").trimStart();
    if (line.length < 6 || !/[\p{L}\p{N}]{2}/u.test(line) || EMPTY.test(line)) continue;
    lines.push(...pieces(line.toWellFormed()));
  }
  return lines;
}

/** Splits JSON between fields, and another long line between sentences, or else at blanks, commas or closing braces. */
function pieces(line: string): readonly string[] {
  const isJson = /^[[{]/u.test(line);
  const most = isJson ? LONGEST_JSON : LONGEST_LINE;
  const found: string[] = [];
  let rest = line.slice(0, MAX_PIECES_CHARACTERS);
  while (rest.length > most) {
    const window = rest.slice(0, most);
    const field = Math.max(window.lastIndexOf(","), window.lastIndexOf("}")) + 1;
    const sentence = isJson ? 0 : lastEnd(window);
    const end =
      isJson && field > 0
        ? field
        : sentence > most / 4
          ? sentence
          : Math.max(window.lastIndexOf(" ") + 1, field);
    if (end <= (isJson ? 0 : most / 4)) {
      const short = shortLine(rest, LONGEST_LINE);
      return short === "" ? found : [...found, short];
    }
    found.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trimStart();
  }
  return line.length <= MAX_PIECES_CHARACTERS ? [...found, rest] : found;
}

/** Returns where the last sentence of a text begins. */
function lastEnd(text: string): number {
  return text.length - (text.split(SENTENCE_END).at(-1)?.length ?? 0);
}
