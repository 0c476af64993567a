import {
  ACCENTED,
  APOSTROPHE,
  CLASS_BITS,
  CLASS_COUNT,
  DIGIT,
  LOWER,
  MARK,
  SCRIPT,
  SLASH as SLASH_CLASS,
  SPACE,
  UPPER,
} from "./character-class.ts";

/** The number of states for the lengths of words and runs. Longer ones stay in the last state. */
export const WORD_LENGTHS = 12;
export const MARK_LENGTHS = 6;
export const BLANK_LENGTHS = 10;
export const SCRIPT_PLACES = 6;
const SCRIPT_COUNT: number = CLASS_COUNT - SCRIPT;

/** The character before a word inside one piece of the pre-tokenizer. */
const BARE = 0;
const AFTER_SPACE = 1;
const AFTER_MARK = 2;
const AFTER_SLASH = 3;
const PREFIXES = 4;

/** The case of a word: lower, Capital, ALL UPPER, SEVERALUppers before lower letters, or with accents. */
const LOWER_CASE = 0;
const CAPITAL = 1;
const UPPER_CASE = 2;
const MIXED_CASE = 3;
const ACCENTED_CASE = 4;
export const CASES = 5;

/** State 0 is before the first character. Words follow by prefix, case and length, then digits and so on. */
export const WORDS = 1;
export const DIGITS: number = WORDS + PREFIXES * CASES * WORD_LENGTHS;
/** After a word and an apostrophe. */
export const JOINT: number = DIGITS + 3;
export const BLANKS: number = JOINT + 1;
/** From here on a repeated character has moves and costs of its own. */
export const REPEATABLE: number = BLANKS + 3 * BLANK_LENGTHS;
/** Runs of punctuation: bare, or after a space. */
const MARKS: number = REPEATABLE;
/** Runs of one repeated punctuation character. */
export const UNIFORM: number = MARKS + 2 * MARK_LENGTHS;
/** One slash after anything but a blank. */
export const SLASH: number = UNIFORM + MARK_LENGTHS;
export const LONG_WORD: number = SLASH + 1;
/** Long words by their last letter: lower, upper or accented. */
const LONG_UPPER: number = LONG_WORD + 1;
const LONG_ACCENTED: number = LONG_UPPER + 1;
/** Runs of other scripts. Latin text continues after them as at the start. */
export const SCRIPTS: number = LONG_ACCENTED + 1;
export const STATE_COUNT: number = SCRIPTS + SCRIPT_COUNT * SCRIPT_PLACES;

/** A step costs as much as its next state, unless it has one of these cells. */
const ACCENT_CELLS: number = STATE_COUNT;
export const DIGIT_AFTER_BLANK: number = ACCENT_CELLS + 8;
export const JOINT_LEFT: number = DIGIT_AFTER_BLANK + 1;
const BLANK_AFTER_MARK: number = JOINT_LEFT + 1;
const BLANK_AFTER_BLANK: number = BLANK_AFTER_MARK + 3;
export const LONG_BLANK: number = BLANK_AFTER_BLANK + 3;
export const LONG_REPEATED: number = LONG_BLANK + 3;
export const LONG_ACCENTED_REPEATED: number = LONG_REPEATED + 1;
export const MARK_REPEATED: number = LONG_ACCENTED_REPEATED + 1;
export const SCRIPT_AFTER_BLANK: number = MARK_REPEATED + 1;
export const SCRIPT_REPEATED: number = SCRIPT_AFTER_BLANK + SCRIPT_COUNT;
export const CELL_COUNT: number = SCRIPT_REPEATED + SCRIPT_COUNT;

/**
 * A table of steps: each state and character class leads to the next state and adds the cost of one cell. The states
 * follow the o200k pre-tokenizer: words with the character before them, digits by three, runs of punctuation, runs of
 * blanks, other scripts by Unicode block.
 */
export type Automaton = {
  /** The next state, by `(state << CLASS_BITS) + class`; for scripts see {@link scriptState}. */
  readonly next: Uint16Array;
  /** The cell of each step; for scripts see {@link scriptCell}. */
  readonly cell: Uint16Array;
  /** Next state and cell for a repeated character, by state from {@link REPEATABLE} on. */
  readonly repeatNext: Uint16Array;
  readonly repeatCell: Uint16Array;
};

export function createAutomaton(): Automaton {
  const next = new Uint16Array(STATE_COUNT << CLASS_BITS);
  const cell = new Uint16Array(STATE_COUNT << CLASS_BITS);
  const repeatNext = new Uint16Array(STATE_COUNT);
  const repeatCell = new Uint16Array(STATE_COUNT);
  for (let state = 0; state < SCRIPTS; state++)
    for (let kind = 0; kind < SCRIPT; kind++) {
      const at = (state << CLASS_BITS) + kind;
      // Accented letters of all groups lead to the same state.
      const to = kind > ACCENTED ? (next[at - 1] ?? 0) : stateAfter(state, kind);
      next[at] = to;
      cell[at] = kind > ACCENTED ? (cell[at - 1] ?? 0) + 2 : cellOf(state, kind, to);
    }
  // After a script, text continues as at its start.
  for (let state = SCRIPTS; state < STATE_COUNT; state++) {
    next.copyWithin(state << CLASS_BITS, 0, SCRIPT);
    cell.copyWithin(state << CLASS_BITS, 0, SCRIPT);
  }
  for (let state = REPEATABLE; state < STATE_COUNT; state++) {
    repeatNext[state] = repeatedState(state);
    repeatCell[state] = repeatedCell(state);
  }
  return { next, cell, repeatNext, repeatCell };
}

/** Returns the state after a character of a class from {@link SCRIPT} on. */
export function scriptState(state: number, kind: number): number {
  return inRun(state, SCRIPTS + (kind - SCRIPT) * SCRIPT_PLACES, SCRIPT_PLACES);
}

export function scriptCell(state: number, kind: number, to: number): number {
  return isAfterBlank(state) ? SCRIPT_AFTER_BLANK + kind - SCRIPT : to;
}

function stateAfter(state: number, kind: number): number {
  if (isLetter(kind)) return letterState(state, kind);
  if (kind === DIGIT) return state === DIGITS || state === DIGITS + 1 ? state + 1 : DIGITS;
  if (kind === APOSTROPHE && state >= WORDS && state < DIGITS) return JOINT;
  if (kind === SLASH_CLASS && markState(state) === MARKS) return SLASH;
  if (kind >= MARK) return markState(state);
  return inRun(state, BLANKS + (kind - SPACE) * BLANK_LENGTHS, BLANK_LENGTHS);
}

function isLetter(kind: number): boolean {
  return kind <= UPPER || kind >= ACCENTED;
}

/** Returns the next state of a run, which stays at its last state; the first state if the run begins. */
function inRun(state: number, first: number, length: number): number {
  const place = state - first;
  return place < 0 || place >= length ? first : first + Math.min(place + 1, length - 1);
}

function letterState(state: number, kind: number): number {
  const letterCase = caseAfter(state, kind);
  if (letterCase < 0) {
    const first = kind >= ACCENTED ? ACCENTED_CASE : kind === UPPER ? UPPER_CASE : LOWER_CASE;
    return WORDS + (prefixAfter(state) * CASES + first) * WORD_LENGTHS;
  }
  const length = (state - WORDS) % WORD_LENGTHS;
  if (state >= DIGITS || length === WORD_LENGTHS - 1) {
    if (kind >= ACCENTED) return LONG_ACCENTED;
    return kind === UPPER ? LONG_UPPER : LONG_WORD;
  }
  const form = (state - WORDS - length) / WORD_LENGTHS;
  return WORDS + (form - (form % CASES) + letterCase) * WORD_LENGTHS + length + 1;
}

/** Returns the case of a word that continues with a letter; -1 if the letter begins another word. */
function caseAfter(state: number, kind: number): number {
  if (state >= LONG_WORD && state < SCRIPTS)
    return kind === UPPER && state !== LONG_UPPER ? -1 : LOWER_CASE;
  if (state < WORDS || state >= DIGITS) return -1;
  if (kind >= ACCENTED) return ACCENTED_CASE;
  const place = state - WORDS;
  const letterCase = Math.floor(place / WORD_LENGTHS) % CASES;
  if (letterCase !== UPPER_CASE) return kind === LOWER ? letterCase : -1;
  if (kind === UPPER) return UPPER_CASE;
  return place % WORD_LENGTHS === 0 ? CAPITAL : MIXED_CASE;
}

function prefixAfter(state: number): number {
  if (isAfterBlank(state)) return AFTER_SPACE;
  if (state === SLASH) return AFTER_SLASH;
  return state === MARKS || state === JOINT ? AFTER_MARK : BARE;
}

/** Whether a space or tab comes before, which the next piece may include. */
function isAfterBlank(state: number): boolean {
  return state >= BLANKS && state < BLANKS + 2 * BLANK_LENGTHS;
}

function markState(state: number): number {
  if (state === SLASH) return MARKS + 1;
  if (state >= UNIFORM && state < LONG_WORD) return MARKS + 2;
  if (state >= MARKS + MARK_LENGTHS && state < UNIFORM)
    return inRun(state, MARKS + MARK_LENGTHS, MARK_LENGTHS);
  return isAfterBlank(state) ? MARKS + MARK_LENGTHS : inRun(state, MARKS, MARK_LENGTHS);
}

function cellOf(state: number, kind: number, to: number): number {
  if (state === JOINT && !isLetter(kind)) return JOINT_LEFT;
  if (kind >= ACCENTED)
    return ACCENT_CELLS + (to < DIGITS && (to - WORDS) % WORD_LENGTHS === 0 ? 0 : 1);
  if (kind === DIGIT) return to === DIGITS && isAfterBlank(state) ? DIGIT_AFTER_BLANK : to;
  return kind >= SPACE && kind < MARK ? blankCell(state, kind - SPACE, to) : to;
}

function blankCell(state: number, kind: number, to: number): number {
  if (to === state) return LONG_BLANK + kind;
  if ((to - BLANKS) % BLANK_LENGTHS !== 0) return to;
  if (state >= BLANKS && state < REPEATABLE) return BLANK_AFTER_BLANK + kind;
  return state >= MARKS && state < LONG_WORD ? BLANK_AFTER_MARK + kind : to;
}

function repeatedState(state: number): number {
  if (state >= LONG_WORD) return state;
  if (state === SLASH) return UNIFORM + 1;
  const place = state >= UNIFORM ? state - UNIFORM : (state - MARKS) % MARK_LENGTHS;
  return UNIFORM + Math.min(place + 1, MARK_LENGTHS - 1);
}

function repeatedCell(state: number): number {
  if (state === LONG_WORD || state === LONG_UPPER) return LONG_REPEATED;
  if (state === LONG_ACCENTED) return LONG_ACCENTED_REPEATED;
  if (state >= SCRIPTS) return SCRIPT_REPEATED + Math.floor((state - SCRIPTS) / SCRIPT_PLACES);
  const to = repeatedState(state);
  return to === SLASH - 1 ? MARK_REPEATED : to;
}
