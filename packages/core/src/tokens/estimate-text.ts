import { createAutomaton, REPEATABLE } from "./automaton.ts";
import { CHARACTERS, CLASS_COUNT, SYMBOL_BITS } from "./character-class.ts";
import { CELL_COSTS, PAIR_COSTS, PAIR_STEP, UNIT } from "./cost-table.ts";

const SYMBOL_MASK: number = (1 << SYMBOL_BITS) - 1;
const FIRST_REPEATABLE: number = REPEATABLE * CLASS_COUNT;
/** A move holds the next state's row above its cost. */
const ROW_SHIFT = 16;
const COST_MASK = 0xffff;

type Tables = {
  /** By state and class of character. */
  readonly moves: Int32Array;
  /** By state, for a character that repeats the one before it. */
  readonly repeats: Int32Array;
  /** By the symbols of two characters next to each other. */
  readonly pairs: Uint16Array;
};

let tables: Tables | undefined;

/**
 * Tokens of a text, about as o200k_base counts them; 0 for the empty text, else at least 1.
 *
 * One pass; time is linear in the text whatever it holds, and memory constant. What is appended to a text never
 * lowers its estimate.
 */
export function estimateText(text: string): number {
  tables ??= createTables();
  const { moves, repeats, pairs } = tables;
  let row = 0;
  let symbol = 0;
  let last = -1;
  let sum = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (row >= FIRST_REPEATABLE && code === last) {
      const move = repeats[(row / CLASS_COUNT) | 0] as number;
      sum += move & COST_MASK;
      row = move >>> ROW_SHIFT;
      continue;
    }
    const character = CHARACTERS[code] as number;
    const move = moves[row + (character >>> SYMBOL_BITS)] as number;
    const next = character & SYMBOL_MASK;
    sum += (move & COST_MASK) + (pairs[(symbol << SYMBOL_BITS) | next] as number);
    row = move >>> ROW_SHIFT;
    symbol = next;
    last = code;
  }
  return text === "" ? 0 : Math.max(1, Math.ceil(sum / UNIT));
}

function createTables(): Tables {
  const automaton = createAutomaton();
  const costs = CELL_COSTS.trim().split(/\s/).map(Number);
  const move = (next: number, cell: number): number =>
    ((next * CLASS_COUNT) << ROW_SHIFT) | (costs[cell] as number);
  const { next, cell, repeatNext, repeatCell } = automaton;
  return {
    moves: Int32Array.from(next, (to, at) => move(to, cell[at] as number)),
    repeats: Int32Array.from(repeatNext, (to, at) => move(to, repeatCell[at] as number)),
    pairs: Uint16Array.from(
      PAIR_COSTS.replaceAll("\n", ""),
      (letter) => (letter.charCodeAt(0) - 65) * PAIR_STEP,
    ),
  };
}
