import {
  ACCENTED,
  CLASS,
  CLASS_COUNT,
  DIGIT,
  LINE_END,
  LOWER,
  MARK,
  SCRIPT,
  SPACE,
  TAB,
  UPPER,
} from "./character-class.ts";

/** Cost of each cell. A scan adds up one cell for each thing it sees, so an estimate is linear in the costs. */
export type Costs = { readonly [cell: number]: number };

/** Longest word, run of marks and run of blanks that has a cell of its own; what is longer costs by the character. */
export const WORD_LENGTHS = 24;
export const MARK_LENGTHS = 10;
export const BLANK_LENGTHS = 16;
/** Places in a run of one script that have a cell each; the last stands for all that follow. */
export const SCRIPT_PLACES = 8;
const SCRIPT_CELLS = SCRIPT_PLACES + 2;

/** What stands before a word inside the piece that the tokenizer cuts out. */
const BARE = 0;
const AFTER_SPACE = 1;
const AFTER_MARK = 2;
const PREFIXES = 3;
/** How a word is written: all lower, Capital, ALL UPPER, SEVERALUppers first, with accents. */
const CASES = 5;
const WITH_ACCENT = 4;

export const WORDS = 0;
export const MARKS: number = WORDS + PREFIXES * CASES * WORD_LENGTHS;
export const BLANKS: number = MARKS + 8 * MARK_LENGTHS;
export const SCRIPTS: number = BLANKS + 4 * BLANK_LENGTHS;
export const SINGLES: number = SCRIPTS + (CLASS_COUNT - SCRIPT) * SCRIPT_CELLS;
export const DIGITS: number = SINGLES;
export const ACCENT: number = SINGLES + 1;
export const LETTER_REPEATED: number = ACCENT + 4;
export const LETTER_CHANGED: number = LETTER_REPEATED + 1;
export const MARK_REPEATED: number = LETTER_CHANGED + 1;
export const MARK_CHANGED: number = MARK_REPEATED + 1;
/** Four cells: one more space, tab, line end or mixed blank in a run longer than its cells reach. */
export const BLANK_REPEATED: number = MARK_CHANGED + 1;
export const CELL_COUNT: number = BLANK_REPEATED + 4;

/**
 * The cost of a text: cuts it as the o200k pre-tokenizer does (words with the one character before them, digits by
 * three, runs of marks with the line ends after them, runs of blanks, other scripts by block) and adds one cell a piece.
 */
export function scanText(text: string, costs: Costs): number {
  const end = text.length;
  let at = 0;
  let sum = 0;
  while (at < end) {
    let kind = CLASS[text.charCodeAt(at)] as number;
    let prefix = BARE;
    if (kind === SPACE || kind === TAB || kind === LINE_END) {
      const next = endOfBlanks(text, at, end);
      const follower = next < end ? (CLASS[text.charCodeAt(next)] as number) : LINE_END;
      const joins = joinsSpace(text, next, follower);
      const last = joins ? next - 1 : next;
      if (last > at) sum += blanksCost(text, at, last, costs);
      at = next;
      if (!joins) continue;
      kind = follower;
      prefix = AFTER_SPACE;
    } else if (kind === MARK && at + 1 < end && isLatin(CLASS[text.charCodeAt(at + 1)] as number)) {
      at++;
      kind = CLASS[text.charCodeAt(at)] as number;
      prefix = AFTER_MARK;
    }
    if (kind <= UPPER) {
      let next = at;
      while (next < end && CLASS[text.charCodeAt(next)] === UPPER) next++;
      const uppers = next - at;
      while (next < end && CLASS[text.charCodeAt(next)] === LOWER) next++;
      if (next < end && isAccented(CLASS[text.charCodeAt(next)] as number)) {
        next = endOfAccented(text, next, end);
        sum += accentedCost(text, at, next, prefix, costs);
      } else {
        const length = next - at;
        const cell = WORDS + (prefix * CASES + caseOf(uppers, length)) * WORD_LENGTHS - 1;
        if (length <= WORD_LENGTHS) sum += costs[cell + length] as number;
        else
          sum +=
            (costs[cell + WORD_LENGTHS] as number) +
            lettersCost(text, at + WORD_LENGTHS, next, costs);
      }
      at = next;
    } else if (kind === MARK) {
      const next = endOfMarks(text, at, end);
      sum += marksCost(text, at, next, prefix === AFTER_SPACE, costs);
      at = next;
    } else if (kind === DIGIT) {
      sum += costs[DIGITS] as number;
      at++;
      for (let more = 0; more < 2 && at < end && CLASS[text.charCodeAt(at)] === DIGIT; more++) at++;
    } else if (kind < SCRIPT) {
      const next = endOfAccented(text, at, end);
      sum += accentedCost(text, at, next, prefix, costs);
      at = next;
    } else {
      const next = endOfClass(text, at, end, kind);
      sum += scriptCost(text, at, next, prefix === AFTER_SPACE, kind, costs);
      at = next;
    }
  }
  return sum;
}
