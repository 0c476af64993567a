/** A sentence of a user. */
export type Statement = {
  readonly text: string;
  /** The same without the content of quotation marks, which may be someone else's. */
  readonly own: string;
  /** The line with a colon that introduces the list which contains the sentence; `null` without one. */
  readonly lead: string | null;
};

/** Longer sentences are rarely rules, and too long for a ledger, in UTF-16 units. */
const MAX_CHARACTERS = 400;

/** A longer message contains pasted text. Only its first and last lines are read, in UTF-16 units. */
const LONG = 6_000;
const END = 1_500;

const FENCE = /^\s{0,3}(?:```|~~~)/u;
const FOREIGN =
  /^\s{0,3}[>|]|^\s*[●⏺⎿❯]|^\s*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|(?:error|warning|todo|fixme):|\S+\.\w+:\d)/iu;
const HEADING = /^\s{0,3}#{1,6}\s/u;
const FRONT_MATTER = /^\s*---\s*\n[\w-]+:/u;
const TAG = /^\s*<([\p{L}][\p{L}\p{N}_-]*)(?:\s[^<>]*)?>/u;
const MARKER = /^\s*(?:[-*+•·](?=\s)|\d{1,3}[.)](?=\s)|[（(]?\d{1,2}[）)、])\s*/u;
const COLON = /[:：][\s*]*$/u;
const INTRODUCES_TEXT =
  /\b(?:below|following|here(?:['’]s| is| are)|unten|folgend\p{L}*|hier (?:ist|sind)|ci-dessous|voici|siguientes?|a continuación)\b|以下|下面|次の|ниже|вот/iu;

/** A line with one of these words introduces rules of the user. */
export const INTRODUCES_RULES: RegExp =
  /\b(?:rules?|preferences?|guidelines?|constraints?|regeln|vorgaben|règles|consignes|contraintes|reglas|normas|restricciones)\b|规则|規則|约束|注意事项|ルール|制約|правил|ограничени/iu;

/** A line with one of these words introduces what the user asks for, also for once. */
const INTRODUCES_ORDERS = /\binstructions?\b|要求|требовани/iu;

const QUOTED =
  /"[^"]*"|“[^“”]*”|«[^«»]*»|„[^„“”]*[“”]|「[^「」]*」|『[^『』]*』|`[^`]*`|(?<=\s)'[^']*'(?=[\s.,!?]|$)/gu;
const SENTENCE =
  /[^.!?。！？…]+(?:[.!?…]+(?!["'”’»)\]]*(?:\s|$))[^.!?。！？…]*)*[.!?。！？…]*["'”’»)\]」』]*/gu;
const ABBREVIATION =
  /(?:^|[\s(])(?:\p{L}|\p{L}\.\s?\p{L}|etc|vs|cf|bzw|usw|ca|approx|incl|max|min|nr|no|dr|mrs?|ms|art|ej|ex|руб|тыс|т\.\s?\p{L})\.$/iu;

/**
 * Returns the sentences of a message that are the user's own words, verbatim and in order.
 *
 * Leaves out fenced code, quoted lines, table rows, log lines, lines of terminals, tagged blocks and documents: what
 * follows a heading or a line that introduces a text, and messages with front matter. O(n) in the text.
 */
export function statementsIn(text: string): readonly Statement[] {
  return ownLines(text).flatMap(({ lead, text: line }) => {
    const own = withoutQuotes(line);
    return sentenceEnds(own).flatMap((end, index, ends) => {
      const start = ends[index - 1] ?? 0;
      const sentence = line.slice(start, end).trim();
      if (sentence === "" || sentence.length > MAX_CHARACTERS || COLON.test(sentence)) return [];
      return [{ text: sentence, own: own.slice(start, end).trim(), lead }];
    });
  });
}

/** Blanks the content of quotation marks. */
function withoutQuotes(line: string): string {
  return line.replace(QUOTED, (quoted) => `“${" ".repeat(quoted.length - 2)}”`);
}

function sentenceEnds(line: string): readonly number[] {
  const ends: number[] = [];
  let start = 0;
  for (const { 0: sentence, index } of line.matchAll(SENTENCE)) {
    const end = index + sentence.length;
    if (ends.length > 0 && ABBREVIATION.test(line.slice(start, ends.at(-1)))) ends.pop();
    else start = ends.at(-1) ?? 0;
    ends.push(end);
  }
  return ends;
}

/** Returns the lines that the user wrote, without list markers. */
function ownLines(text: string): readonly Omit<Statement, "own">[] {
  const own: Omit<Statement, "own">[] = [];
  /** Whether a line ends the block that is skipped. */
  let isEnd: ((line: string) => boolean) | null = null;
  let lead: string | null = null;
  let previous = "";
  if (FRONT_MATTER.test(text)) return own;
  for (const line of linesOf(text)) {
    const before = previous;
    previous = line;
    if (isEnd !== null) {
      if (isEnd(line)) isEnd = null;
      continue;
    }
    if (HEADING.test(line) && !INTRODUCES_RULES.test(line) && !INTRODUCES_ORDERS.test(line)) break;
    isEnd = blockEnd(line);
    const isBlank = line.trim() === "";
    const isItem = MARKER.test(line);
    if (!isItem && introducesText(before, isBlank)) {
      if (isBlank) break;
      isEnd = (next) => next.trim() === "";
    }
    if (isEnd !== null || isBlank || TAG.test(line) || FOREIGN.test(line)) continue;
    if (!isItem) lead = COLON.test(line) && line.length <= MAX_CHARACTERS ? line : null;
    else if (lead !== null && line.search(/\S/u) < lead.search(/\S/u)) lead = null; // an outer list
    own.push({ text: line.replace(MARKER, ""), lead: isItem ? lead : null });
  }
  return own;
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r\n?|\n/u);
  if (text.length <= LONG) return lines;
  const start = linesWithin(lines, END);
  const rest = lines.slice(start.length);
  return [...start, "", ...linesWithin(rest.toReversed(), END).toReversed()];
}

function linesWithin(lines: readonly string[], characters: number): readonly string[] {
  let left = characters;
  const end = lines.findIndex((line) => (left -= line.length + 1) < 0);
  return end === -1 ? lines : lines.slice(0, end);
}

function introducesText(line: string, isBeforeBlank: boolean): boolean {
  const introduces = COLON.test(line) || (isBeforeBlank && INTRODUCES_TEXT.test(line));
  return introduces && !INTRODUCES_RULES.test(line) && !INTRODUCES_ORDERS.test(line);
}

/** Returns the test for the end of a block that begins with a line; `null` if none begins. */
function blockEnd(line: string): ((line: string) => boolean) | null {
  if (FENCE.test(line)) return (next) => FENCE.test(next);
  const name = TAG.exec(line)?.[1];
  if (name === undefined || line.includes(`</${name}`)) return null;
  return (next) => next.includes(`</${name}`);
}
