import { CELL_COUNT } from "../../../packages/core/src/tokens/automaton.ts";
import { SYMBOL_BITS } from "../../../packages/core/src/tokens/character-class.ts";
import { CELLS } from "./cells.ts";
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
    [CELLS.marks, 1],
    [CELLS.slash, 1],
    [CELLS.marks + CELLS.markLengths, 1],
    [CELLS.blanks, 0],
    [CELLS.blanks + 1, 1],
    [CELLS.blanks + 2 * CELLS.blankLengths, 1],
    [CELLS.digits, 1],
    [CELLS.digits + 1, 0],
    [CELLS.digits + 2, 0],
    [CELLS.digitAfterBlank, 2],
    [CELLS.joint, 0],
    [CELLS.longRepeated, 1 / 8],
    [CELLS.longAccentedRepeated, 1],
    [CELLS.markRepeated, 1 / 64],
    [CELLS.longBlank, 1 / 128],
    [CELLS.longBlank + 1, 1 / 16],
    [CELLS.longBlank + 2, 1 / 16],
  ]);
  for (let form = 0; form < AFTER_MARK * CELLS.cases; form++)
    known.set(CELLS.words + form * CELLS.wordLengths, 1);
  return known;
}

/** Initial values, and parameters that are fixed. */
export function parameters(scripts: readonly ScriptTokens[]): Parameters {
  const start = new Float64Array(CELL_COUNT + PAIR_COUNT);
  const hold = new Float64Array(CELL_COUNT + PAIR_COUNT).fill(1);
  const fixed = new Uint8Array(CELL_COUNT + PAIR_COUNT);
  start.fill(0.05, CELLS.words, CELLS.digits);
  start.fill(0.1, CELLS.blanks, CELLS.marks);
  start.fill(0.4, CELLS.marks, CELLS.uniform);
  start.fill(0.1, CELLS.uniform, CELLS.longWord);
  start.fill(0.5, CELLS.longWord, CELLS.scripts);
  start[CELLS.jointLeft] = 1;
  start.fill(0.4, CELLS.scripts, CELL_COUNT);
  scripts.forEach(({ character, repeated }, script) => {
    const places = CELLS.scripts + script * CELLS.scriptPlaces;
    start.fill(character, places, places + CELLS.scriptPlaces);
    hold.fill(SCRIPT_HOLD, places, places + CELLS.scriptPlaces);
    start[CELLS.scriptAfterBlank + script] = Math.max(1, character);
    hold[CELLS.scriptAfterBlank + script] = SCRIPT_HOLD;
    start[CELLS.scriptRepeated + script] = repeated;
    fixed[CELLS.scriptRepeated + script] = 1;
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
