import {
  CELL_COUNT,
  createAutomaton,
  REPEATABLE,
  ROW_BITS,
  scriptCell,
  SCRIPTS,
  scriptState,
  STATE_COUNT,
} from "./automaton.ts";
import {
  classOf,
  COLUMN_BITS,
  COLUMNS,
  SCRIPT,
  SCRIPT_COLUMN,
  SYMBOL_BITS,
  symbolOf,
} from "./character-class.ts";
import { CELL_COSTS, PAIR_COSTS, PAIR_STEP, UNIT } from "./cost-table.ts";

/** The loop reads constants of this module. Those of other modules are looked up each time. */
const columns: Uint8Array = COLUMNS;
const SHIFT = COLUMN_BITS;
const FIRST_SCRIPT = SCRIPT_COLUMN;
const FIRST_REPEATABLE: number = REPEATABLE << COLUMN_BITS;
/** A move contains the row of the next state above this bit and its cost below: room for 2,048 states. */
const ROW_SHIFT = 14;
const COST_MASK = 0x3fff;

/** The tables are constants that the compiler knows, filled at the first call: reading them takes half the time. */
const COSTS = new Uint16Array(CELL_COUNT);
/** By state and column. */
const MOVES = new Int32Array(STATE_COUNT << COLUMN_BITS);
/** By state, for a character that is repeated. */
const REPEATS = new Int32Array(STATE_COUNT);
/** By two columns. */
const PAIRS = new Uint16Array(SCRIPT_COLUMN << COLUMN_BITS);

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

function costOf(text: string): number {
  const end = text.length;
  let row = 0;
  let before = 0;
  let last = -1;
  let sum = 0;
  for (let at = 0; at < end; at++) {
    const code = text.charCodeAt(at);
    // Few characters repeat the one before, so this order is 20 % faster than the other.
    if (code === last && row >= FIRST_REPEATABLE) {
      const move = REPEATS[row >>> SHIFT] as number;
      sum += move & COST_MASK;
      row = move >>> ROW_SHIFT;
      continue;
    }
    last = code;
    const column = columns[code] as number;
    if (column < FIRST_SCRIPT) {
      const move = MOVES[row | column] as number;
      sum += (move & COST_MASK) + (PAIRS[before | column] as number);
      row = move >>> ROW_SHIFT;
      before = column << SHIFT;
    } else {
      const state = row >>> SHIFT;
      const kind = column + (SCRIPT - SCRIPT_COLUMN);
      const to = scriptState(state, kind);
      sum += COSTS[scriptCell(state, kind, to)] as number;
      row = to << SHIFT;
      before = 0;
    }
  }
  return sum;
}

/** Fills the tables, with few steps of loops, since this runs before the compiler has optimized anything. */
function fillTables(): void {
  const { next, cell, repeatNext, repeatCell } = createAutomaton();
  for (let at = 0; at < CELL_COSTS.length; at++) {
    const code = CELL_COSTS.charCodeAt(at) - 35;
    COSTS[at] = code < 16 ? code : (code - 14) * 8;
  }
  const classes = Array.from({ length: FIRST_SCRIPT }, (_, column) => classOf(column));
  const starts = [...classes.keys()].filter((column) => classes[column] !== classes[column - 1]);
  for (let state = 0; state < SCRIPTS; state++)
    for (const start of starts) {
      const step = (state << ROW_BITS) + (classes[start] as number);
      const from = (state << SHIFT) + start;
      // Also fills the columns after a run, which the next runs overwrite.
      MOVES.fill(move(next[step] as number, cell[step] as number), from, (state + 1) << SHIFT);
    }
  for (let state = SCRIPTS; state < STATE_COUNT; state++)
    MOVES.copyWithin(state << SHIFT, 0, FIRST_SCRIPT);
  for (let state = REPEATABLE; state < STATE_COUNT; state++)
    REPEATS[state] = move(repeatNext[state] ?? 0, repeatCell[state] ?? 0);
  const symbols = Array.from({ length: FIRST_SCRIPT }, (_, column) => symbolOf(column));
  for (let before = 0; before < FIRST_SCRIPT; before++) {
    const symbol = symbols[before] as number;
    const same = symbols.indexOf(symbol);
    const row = before << SHIFT;
    if (same < before) PAIRS.copyWithin(row, same << SHIFT, (same + 1) << SHIFT);
    else
      for (let column = 0; column < FIRST_SCRIPT; column++) {
        const pair = (symbol << SYMBOL_BITS) | (symbols[column] as number);
        PAIRS[row | column] = (PAIR_COSTS.charCodeAt(pair) - 65) * PAIR_STEP;
      }
  }
  isFilled = true;
}

function move(to: number, cell: number): number {
  return (to << (SHIFT + ROW_SHIFT)) | (COSTS[cell] ?? 0);
}
