import {
  ACCENTED,
  CLASS,
  DIGIT,
  LINE_END,
  LOWER,
  MARK,
  SCRIPT,
  SPACE,
  TAB,
  UPPER,
} from "./character-class.ts";
import {
  ACCENTED_CASE,
  ACCENTS,
  AFTER_MARK,
  AFTER_SPACE,
  BARE,
  BLANKS,
  BLANK_LENGTHS,
  BLANK_REPEATED,
  CASES,
  type Costs,
  DIGITS,
  FIRST_MARK,
  FIRST_PAIR,
  INNER_PAIR,
  LAST_MARK,
  LAST_PAIR,
  MARK_BEFORE,
  SHORTEST_INNER,
  SHORTEST_PAIRED,
  LETTER_CHANGED,
  LETTER_REPEATED,
  MARKS,
  MARK_CHANGED,
  MARK_LENGTHS,
  MARK_REPEATED,
  SCRIPTS,
  SCRIPT_CELLS,
  SCRIPT_PLACES,
  WORDS,
  WORD_LENGTHS,
} from "./cost-cells.ts";

/**
 * The cost of a text: cuts it as the o200k pre-tokenizer does (words with the one character before them, digits by
 * three, runs of marks with the line ends after them, runs of blanks, other scripts by block) and adds a cell for
 * each piece; only a script's runs and what is very long go by the character.
 */
export function scanText(text: string, costs: Costs): number {
  const end = text.length;
  let at = 0;
  let sum = 0;
  while (at < end) {
    let kind = classAt(text, at, end);
    let prefix = BARE;
    if (isBlank(kind)) {
      let next = at + 1;
      let follower = classAt(text, next, end);
      if (isBlank(follower)) {
        next = endOfBlanks(text, next, end);
        follower = classAt(text, next, end);
      }
      const joins = joinsBlank(follower) && CLASS[text.charCodeAt(next - 1)] !== LINE_END;
      const last = joins ? next - 1 : next;
      if (last > at) sum += blanksCost(text, at, last, costs);
      at = next;
      if (!joins) continue;
      kind = follower;
      prefix = AFTER_SPACE;
    } else if (kind === MARK && isLatin(classAt(text, at + 1, end))) {
      sum += costs[MARK_BEFORE + text.charCodeAt(at)] as number;
      at++;
      kind = classAt(text, at, end);
      prefix = AFTER_MARK;
    }
    const start = at;
    if (kind <= UPPER) {
      while (at < end && CLASS[text.charCodeAt(at)] === UPPER) at++;
      const uppers = at - start;
      while (at < end && CLASS[text.charCodeAt(at)] === LOWER) at++;
      if (isAccented(classAt(text, at, end))) {
        at = endOfAccented(text, at, end);
        sum += accentedCost(text, start, at, prefix, costs);
      } else {
        sum += wordCost(text, start, at, prefix * CASES + caseOf(uppers, at - start), costs);
      }
    } else if (kind === MARK) {
      at = endOfMarks(text, at, end);
      sum += marksCost(text, start, at, prefix, costs);
    } else if (kind === DIGIT) {
      at++;
      if (classAt(text, at, end) === DIGIT) at++;
      if (at === start + 2 && classAt(text, at, end) === DIGIT) at++;
      sum += costs[DIGITS] as number;
    } else if (kind < SCRIPT) {
      at = endOfAccented(text, at, end);
      sum += accentedCost(text, start, at, prefix, costs);
    } else {
      at = endOfClass(text, at, end, kind);
      sum += scriptCost(text, start, at, prefix, kind, costs);
    }
  }
  return sum;
}

/** The class of a code unit; after the end a line end, which joins nothing. */
function classAt(text: string, at: number, end: number): number {
  return at < end ? (CLASS[text.charCodeAt(at)] as number) : LINE_END;
}

function isBlank(kind: number): boolean {
  return kind >= SPACE && kind <= LINE_END;
}

/** Whether what follows takes the last blank before it into its own piece; digits do not. */
function joinsBlank(follower: number): boolean {
  return follower < DIGIT || follower >= MARK;
}

function isLatin(kind: number): boolean {
  return kind <= UPPER || isAccented(kind);
}

function isAccented(kind: number): boolean {
  return kind >= ACCENTED && kind < SCRIPT;
}

function caseOf(uppers: number, length: number): number {
  if (uppers === 0) return 0;
  if (uppers === length) return 2;
  return uppers === 1 ? 1 : 3;
}

function endOfBlanks(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isBlank(CLASS[text.charCodeAt(at)] as number)) at++;
  return at;
}

function endOfMarks(text: string, from: number, end: number): number {
  const at = endOfClass(text, from, end, MARK);
  return endOfClass(text, at, end, LINE_END);
}

function endOfClass(text: string, from: number, end: number, kind: number): number {
  let at = from;
  while (at < end && CLASS[text.charCodeAt(at)] === kind) at++;
  return at;
}

/** The end of a word that has an accent: from here on capitals do not part it. */
function endOfAccented(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isLatin(CLASS[text.charCodeAt(at)] as number)) at++;
  return at;
}

function wordCost(text: string, from: number, to: number, kind: number, costs: Costs): number {
  const length = to - from;
  const cell = WORDS + kind * WORD_LENGTHS - 1;
  if (length < SHORTEST_PAIRED) return costs[cell + length] as number;
  let sum =
    (costs[cell + Math.min(length, WORD_LENGTHS)] as number) +
    (costs[FIRST_PAIR + pairAt(text, from)] as number) +
    (costs[LAST_PAIR + pairAt(text, to - 2)] as number);
  if (length >= SHORTEST_INNER) sum += costs[INNER_PAIR + pairAt(text, from + 2)] as number;
  for (let at = from + WORD_LENGTHS; at < to; at++)
    sum += costs[repeats(text, at) ? LETTER_REPEATED : LETTER_CHANGED] as number;
  return sum;
}

function pairAt(text: string, at: number): number {
  return ((text.charCodeAt(at) & 31) << 5) | (text.charCodeAt(at + 1) & 31);
}

function accentedCost(
  text: string,
  from: number,
  to: number,
  prefix: number,
  costs: Costs,
): number {
  let sum = wordCost(text, from, to, prefix * CASES + ACCENTED_CASE, costs);
  for (let at = from; at < to; at++) {
    const kind = CLASS[text.charCodeAt(at)] as number;
    if (kind >= ACCENTED) sum += costs[ACCENTS + kind - ACCENTED] as number;
  }
  return sum;
}

function marksCost(text: string, from: number, to: number, prefix: number, costs: Costs): number {
  const marks = endOfClass(text, from, to, MARK);
  const length = marks - from;
  const kind =
    (prefix === BARE ? 0 : 4) + (isUniform(text, from, marks) ? 2 : 0) + (marks < to ? 1 : 0);
  let sum = costs[MARKS + kind * MARK_LENGTHS + Math.min(length, MARK_LENGTHS) - 1] as number;
  if (length > 1)
    sum +=
      (costs[FIRST_MARK + text.charCodeAt(from)] as number) +
      (costs[LAST_MARK + text.charCodeAt(marks - 1)] as number);
  for (let at = from + MARK_LENGTHS; at < marks; at++)
    sum += costs[repeats(text, at) ? MARK_REPEATED : MARK_CHANGED] as number;
  for (let at = marks + 2; at < to; at++) sum += costs[BLANK_REPEATED + 2] as number;
  return sum;
}

function isUniform(text: string, from: number, to: number): boolean {
  for (let at = Math.min(to, from + MARK_LENGTHS) - 1; at > from; at--)
    if (!repeats(text, at)) return false;
  return true;
}

/** Blanks up to the last line end are one piece, those after it another. */
function blanksCost(text: string, from: number, to: number, costs: Costs): number {
  let middle = to;
  while (middle > from && CLASS[text.charCodeAt(middle - 1)] !== LINE_END) middle--;
  let sum = 0;
  if (middle > from) sum += blankCost(text, from, middle, costs);
  if (to > middle) sum += blankCost(text, middle, to, costs);
  return sum;
}

function blankCost(text: string, from: number, to: number, costs: Costs): number {
  const first = CLASS[text.charCodeAt(from)] as number;
  const kind = endOfClass(text, from, to, first) === to ? first - SPACE : 3;
  const length = to - from;
  let sum = costs[BLANKS + kind * BLANK_LENGTHS + Math.min(length, BLANK_LENGTHS) - 1] as number;
  for (let at = from + BLANK_LENGTHS; at < to; at++) sum += costs[BLANK_REPEATED + kind] as number;
  return sum;
}

function scriptCost(
  text: string,
  from: number,
  to: number,
  prefix: number,
  kind: number,
  costs: Costs,
): number {
  const cell = SCRIPTS + (kind - SCRIPT) * SCRIPT_CELLS;
  let sum = costs[prefix === AFTER_SPACE ? cell + SCRIPT_PLACES : cell] as number;
  for (let at = from + 1; at < to; at++) {
    const place = repeats(text, at) ? SCRIPT_PLACES + 1 : Math.min(at - from, SCRIPT_PLACES - 1);
    sum += costs[cell + place] as number;
  }
  return sum;
}

function repeats(text: string, at: number): boolean {
  return text.charCodeAt(at) === text.charCodeAt(at - 1);
}
