import { createAutomaton, REPEATABLE, ROW_BITS, scriptCell, scriptState } from "./automaton.ts";
import { CHARACTERS, SCRIPT, SYMBOL_BITS } from "./character-class.ts";
import { CELL_COSTS, PAIR_COSTS, PAIR_STEP, UNIT } from "./cost-table.ts";

const SYMBOL_MASK: number = (1 << SYMBOL_BITS) - 1;
const FIRST_SCRIPT: number = SCRIPT << SYMBOL_BITS;
const FIRST_REPEATABLE: number = REPEATABLE << ROW_BITS;
/** A move contains the row of the next state above this bit and its cost below. */
const ROW_SHIFT = 16;
const COST_MASK = 0xffff;

/** Costs by cell; moves by state and character class; repeats by state, for a repeated character; pair costs by symbols. */
type Tables = {
  readonly costs: Uint16Array;
  readonly moves: Int32Array;
  readonly repeats: Int32Array;
  readonly pairs: Uint16Array;
};

let tables: Tables | undefined;

/**
 * Estimates the tokens of a text, about as o200k_base counts them; 0 for empty text, otherwise at least 1.
 *
 * Takes O(n) time and constant memory. Appending to a text never lowers its estimate.
 */
export function estimateText(text: string): number {
  tables ??= createTables();
  return text === "" ? 0 : Math.max(1, Math.ceil(costOf(text, tables) / UNIT));
}

function costOf(text: string, { costs, moves, repeats, pairs }: Tables): number {
  const end = text.length;
  let row = 0;
  let symbol = 0;
  let last = -1;
  let sum = 0;
  for (let at = 0; at < end; at++) {
    const code = text.charCodeAt(at);
    if (row >= FIRST_REPEATABLE && code === last) {
      const move = repeats[row >>> ROW_BITS] as number;
      sum += move & COST_MASK;
      row = move >>> ROW_SHIFT;
      continue;
    }
    last = code;
    const character = CHARACTERS[code] as number;
    if (character < FIRST_SCRIPT) {
      const move = moves[row + (character >>> SYMBOL_BITS)] as number;
      const next = character & SYMBOL_MASK;
      sum += (move & COST_MASK) + (pairs[symbol | next] as number);
      row = move >>> ROW_SHIFT;
      symbol = next << SYMBOL_BITS;
    } else {
      const state = row >>> ROW_BITS;
      const kind = character >>> SYMBOL_BITS;
      const to = scriptState(state, kind);
      sum += costs[scriptCell(state, kind, to)] as number;
      row = to << ROW_BITS;
      symbol = (character & SYMBOL_MASK) << SYMBOL_BITS;
    }
  }
  return sum;
}

function createTables(): Tables {
  const { next, cell, repeatNext, repeatCell } = createAutomaton();
  const costs = Uint16Array.from(CELL_COSTS.trim().split(/\s/), Number);
  const letters = PAIR_COSTS.replaceAll("\n", "");
  const pairs = new Uint16Array(letters.length);
  for (let at = 0; at < letters.length; at++) pairs[at] = (letters.charCodeAt(at) - 65) * PAIR_STEP;
  return {
    costs,
    moves: packMoves(next, cell, costs),
    repeats: packMoves(repeatNext, repeatCell, costs),
    pairs,
  };
}

function packMoves(next: Uint16Array, cell: Uint16Array, costs: Uint16Array): Int32Array {
  const moves = new Int32Array(next.length);
  for (let at = 0; at < moves.length; at++)
    moves[at] =
      ((next[at] as number) << (ROW_BITS + ROW_SHIFT)) | (costs[cell[at] as number] as number);
  return moves;
}
