import {
  CELL_COUNT,
  createAutomaton,
  REPEATABLE,
  scriptCell,
  scriptState,
  STATE_COUNT,
} from "./automaton.ts";
import { CHARACTERS, CLASS_BITS, classOf, SYMBOL_BITS } from "./character-class.ts";
import { CELL_COSTS, PAIR_COSTS, PAIR_STEP, UNIT } from "./cost-table.ts";

/** The loop reads tables of this module. Those of other modules are looked up each time. */
const characters: Uint16Array = CHARACTERS;
const FIRST_REPEATABLE: number = REPEATABLE << CLASS_BITS;
/** A move contains the row of the next state above this bit and its cost below. */
const COST_BITS = 14;

/** The tables are constants that the compiler knows, filled at the first call: reading them takes half the time. */
const COSTS = new Uint16Array(CELL_COUNT);
/** By state and class. */
const MOVES = new Int32Array(STATE_COUNT << CLASS_BITS);
/** By state, for a character that is repeated. */
const REPEATS = new Int32Array(STATE_COUNT);
/** By two symbols. */
const PAIRS = new Uint16Array(1 << (2 * SYMBOL_BITS));

let isFilled = false;

/**
 * Estimates the tokens of a text, about as o200k_base counts them; 0 for empty text, otherwise at least 1.
 *
 * Takes O(n) time and constant memory. Appending to a text never lowers its estimate.
 */
export function estimateText(text: string): number {
  if (!isFilled) fillTables();
  return text === "" ? 0 : Math.max(1, Math.ceil(costOf(text) / UNIT));
}

/** The characters of a piece. A loop over a whole long text is never compiled as well as a function called often. */
const PIECE = 4_096;
/** Where the next piece continues: the row, the symbol before it, shifted, and the code unit before it. */
const position = new Int32Array(3);

function costOf(text: string): number {
  position[0] = 0;
  position[1] = 0;
  let sum = 0;
  for (let from = 0; from < text.length; from += PIECE)
    sum += costOfPiece(text, from, Math.min(text.length, from + PIECE));
  return sum;
}

/** The loop contains the values of {@link CLASS_BITS}, {@link SYMBOL_BITS} and {@link COST_BITS}: names cost 15 %. */
function costOfPiece(text: string, from: number, end: number): number {
  let row = position[0] as number;
  let before = position[1] as number;
  let last = position[2] as number;
  let sum = 0;
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at);
    if (row >= FIRST_REPEATABLE && code === last) {
      const move = REPEATS[row >>> 4] as number;
      sum += move & 0x3fff;
      row = move >>> 14;
      continue;
    }
    last = code;
    const character = characters[code] as number;
    const symbol = character >>> 4;
    if (symbol < 64) {
      const move = MOVES[row | (character & 15)] as number;
      sum += (move & 0x3fff) + (PAIRS[before | symbol] as number);
      row = move >>> 14;
      before = symbol << 6;
    } else {
      const state = row >>> 4;
      const kind = classOf(character);
      const to = scriptState(state, kind);
      sum += COSTS[scriptCell(state, kind, to)] as number;
      row = to << 4;
      before = 0;
    }
  }
  position[0] = row;
  position[1] = before;
  position[2] = last;
  return sum;
}

/** Fills the tables, with few steps of loops, since this runs before the compiler has optimized anything. */
function fillTables(): void {
  const { next, cell, repeatNext, repeatCell } = createAutomaton();
  for (let at = 0; at < CELL_COSTS.length; at++) {
    const code = CELL_COSTS.charCodeAt(at) - 35;
    COSTS[at] = code < 16 ? code : (code - 14) * 8;
  }
  const shift = CLASS_BITS + COST_BITS;
  for (let at = 0; at < next.length; at++)
    MOVES[at] = ((next[at] as number) << shift) | (COSTS[cell[at] as number] as number);
  for (let state = REPEATABLE; state < STATE_COUNT; state++)
    REPEATS[state] =
      ((repeatNext[state] as number) << shift) | (COSTS[repeatCell[state] as number] as number);
  for (let at = 0; at < PAIRS.length; at++)
    PAIRS[at] = (PAIR_COSTS.charCodeAt(at) - 65) * PAIR_STEP;
  isFilled = true;
}
