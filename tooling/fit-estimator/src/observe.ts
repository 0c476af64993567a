import {
  type Automaton,
  CELL_COUNT,
  REPEATABLE,
  scriptCell,
  scriptState,
} from "../../../packages/core/src/tokens/automaton.ts";
import {
  CHARACTERS,
  CLASS_BITS,
  classOf,
  SCRIPT,
  SYMBOL_BITS,
} from "../../../packages/core/src/tokens/character-class.ts";

/** Pairs follow the cells. */
export const PAIR_COUNT: number = 1 << (2 * SYMBOL_BITS);

/** Counts how often a text adds each cell and each pair. */
export function stepCounts(text: string, automaton: Automaton): Float64Array {
  const { next, cell: cells, repeatNext, repeatCell } = automaton;
  const counts = new Float64Array(CELL_COUNT + PAIR_COUNT);
  const add = (cell: number): void => {
    counts[cell] = (counts[cell] as number) + 1;
  };
  let state = 0;
  let symbol = 0;
  let last = -1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === last && state >= REPEATABLE) {
      add(repeatCell[state] as number);
      state = repeatNext[state] as number;
      continue;
    }
    last = code;
    const character = CHARACTERS[code] as number;
    const kind = classOf(character);
    const before = symbol;
    symbol = kind < SCRIPT ? character >> CLASS_BITS : 0;
    if (kind >= SCRIPT) {
      const to = scriptState(state, kind);
      add(scriptCell(state, kind, to));
      state = to;
      continue;
    }
    const move = (state << CLASS_BITS) + kind;
    add(cells[move] as number);
    add(CELL_COUNT + ((before << SYMBOL_BITS) | symbol));
    state = next[move] as number;
  }
  return counts;
}
