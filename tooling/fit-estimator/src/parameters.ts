import {
  BLANK_LENGTHS,
  BLANKS,
  CASES,
  CELL_COUNT,
  DIGIT_AFTER_BLANK,
  DIGITS,
  JOINT,
  JOINT_LEFT,
  LONG_ACCENTED_REPEATED,
  LONG_BLANK,
  LONG_REPEATED,
  LONG_WORD,
  MARK_LENGTHS,
  MARK_REPEATED,
  REPEATABLE,
  SCRIPT_AFTER_BLANK,
  SCRIPT_PLACES,
  SCRIPT_REPEATED,
  SCRIPTS,
  SLASH,
  UNIFORM,
  WORD_LENGTHS,
  WORDS,
} from "../../../packages/core/src/tokens/automaton.ts";
import { SYMBOL_BITS } from "../../../packages/core/src/tokens/character-class.ts";
import { PAIR_COUNT } from "./observe.ts";
import type { ScriptTokens } from "./scripts.ts";

/** Fitted values: the cells of the automaton, then the pairs of symbols. */
export type Parameters = {
  readonly start: Float64Array;
  /** Penalty for the distance of each parameter from its initial value. */
  readonly hold: Float64Array;
  readonly fixed: Uint8Array;
};

const SCRIPT_HOLD = 8;
const AFTER_MARK = 2;

/**
 * Costs that are known without a fit.
 *
 * A piece of the pre-tokenizer is at least one token. Up to three digits are one token, and a blank before them is
 * another. The cost of a long run follows from the longest entry for it in o200k_base.
 */
function knownCells(): ReadonlyMap<number, number> {
  const known = new Map<number, number>([
    [REPEATABLE, 1],
    [SLASH, 1],
    [REPEATABLE + MARK_LENGTHS, 1],
    [BLANKS, 0],
    [BLANKS + 1, 1],
    [BLANKS + 2 * BLANK_LENGTHS, 1],
    [DIGITS, 1],
    [DIGITS + 1, 0],
    [DIGITS + 2, 0],
    [DIGIT_AFTER_BLANK, 2],
    [JOINT, 0],
    [LONG_REPEATED, 1 / 8],
    [LONG_ACCENTED_REPEATED, 1],
    [MARK_REPEATED, 1 / 64],
    [LONG_BLANK, 1 / 128],
    [LONG_BLANK + 1, 1 / 16],
    [LONG_BLANK + 2, 1 / 16],
  ]);
  for (let form = 0; form < AFTER_MARK * CASES; form++) known.set(WORDS + form * WORD_LENGTHS, 1);
  return known;
}

/** Initial values, and parameters that are fixed. */
export function parameters(scripts: readonly ScriptTokens[]): Parameters {
  const start = new Float64Array(CELL_COUNT + PAIR_COUNT);
  const hold = new Float64Array(CELL_COUNT + PAIR_COUNT).fill(1);
  const fixed = new Uint8Array(CELL_COUNT + PAIR_COUNT);
  start.fill(0.05, WORDS, DIGITS);
  start.fill(0.1, BLANKS, REPEATABLE);
  start.fill(0.4, REPEATABLE, UNIFORM);
  start.fill(0.1, UNIFORM, LONG_WORD);
  start.fill(0.5, LONG_WORD, SCRIPTS);
  start[JOINT_LEFT] = 1;
  start.fill(0.4, SCRIPTS, CELL_COUNT);
  scripts.forEach(({ character, repeated }, script) => {
    const places = SCRIPTS + script * SCRIPT_PLACES;
    start.fill(character, places, places + SCRIPT_PLACES);
    hold.fill(SCRIPT_HOLD, places, places + SCRIPT_PLACES);
    start[SCRIPT_AFTER_BLANK + script] = Math.max(1, character);
    hold[SCRIPT_AFTER_BLANK + script] = SCRIPT_HOLD;
    start[SCRIPT_REPEATED + script] = repeated;
    fixed[SCRIPT_REPEATED + script] = 1;
  });
  for (const [cell, tokens] of knownCells()) {
    start[cell] = tokens;
    fixed[cell] = 1;
  }
  for (let pair = 0; pair < PAIR_COUNT; pair++)
    if (!isPaired(pair >> SYMBOL_BITS) || !isPaired(pair & ((1 << SYMBOL_BITS) - 1)))
      fixed[CELL_COUNT + pair] = 1;
  return { start, hold, fixed };
}

/** Letters, punctuation and spaces have pair costs. Digits, tabs, line ends and other characters do not. */
function isPaired(symbol: number): boolean {
  return (symbol > 0 && symbol < 27) || symbol === 28 || symbol >= 31;
}
