import {
  type Automaton,
  CELL_COUNT,
  REPEATABLE,
} from "../../../packages/core/src/tokens/automaton.ts";
import {
  CHARACTERS,
  CLASS_COUNT,
  SYMBOL_BITS,
} from "../../../packages/core/src/tokens/character-class.ts";

/** Pairs come after the cells. */
export const PAIR_COUNT: number = 1 << (2 * SYMBOL_BITS);
const SYMBOL_MASK: number = (1 << SYMBOL_BITS) - 1;

/** How often a reading of the text adds each cell and each pair. */
export function stepCounts(text: string, automaton: Automaton): Float64Array {
  const { next, cell: cells, repeatNext, repeatCell } = automaton;
  const counts = new Float64Array(CELL_COUNT + PAIR_COUNT);
  let state = 0;
  let symbol = 0;
  let last = -1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === last && state >= REPEATABLE) {
      const cell = repeatCell[state] as number;
      counts[cell] = (counts[cell] as number) + 1;
      state = repeatNext[state] as number;
      continue;
    }
    const character = CHARACTERS[code] as number;
    const move = state * CLASS_COUNT + (character >> SYMBOL_BITS);
    const cell = cells[move] as number;
    const pair = CELL_COUNT + ((symbol << SYMBOL_BITS) | (character & SYMBOL_MASK));
    counts[cell] = (counts[cell] as number) + 1;
    counts[pair] = (counts[pair] as number) + 1;
    state = next[move] as number;
    symbol = character & SYMBOL_MASK;
    last = code;
  }
  return counts;
}
