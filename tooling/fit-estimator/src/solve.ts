/** One text: how often it adds each parameter (sparse, divided by its exact count), and its weight. */
export type Row = {
  readonly cells: Uint16Array;
  readonly counts: Float64Array;
  readonly weight: number;
};

export type Problem = {
  readonly rows: readonly Row[];
  readonly start: Float64Array;
  readonly hold: Float64Array;
  readonly fixed: Uint8Array;
};

const ROUNDS = 4;
const SWEEPS = 40;
/** Smaller errors count quadratically, larger ones linearly. */
const SMALL_ERROR = 0.06;
const UNDER_WEIGHT = 1.8;

/**
 * Finds parameters for which each row sums to about 1.
 *
 * Minimizes Huber's loss of the relative errors with iteratively reweighted least squares and a penalty for the
 * distance from the initial values. Unsigned parameters stay at 0 or above.
 */
export function solve(problem: Problem, firmness: number): Float64Array {
  const used = usedParameters(problem);
  const numbers = new Map(used.map((at, index) => [at, index]));
  const rows = problem.rows.map((row) => ({
    ...row,
    cells: row.cells.map((at) => numbers.get(at) ?? 0),
  }));
  const part = (values: Float64Array): Float64Array =>
    Float64Array.from(used, (at) => values[at] as number);
  const start = part(problem.start);
  const hold = part(problem.hold).map((value) => value * firmness);
  const free = [...used.keys()].filter((index) => problem.fixed[used[index] as number] !== 1);
  const values = Float64Array.from(start);
  for (let round = 0; round < ROUNDS; round++) {
    const weights = rows.map((row) => row.weight * weightOf(sumOf(row, values) - 1));
    const { gram, target } = normalEquations(rows, weights, start, hold);
    for (let sweep = 0; sweep < SWEEPS; sweep++)
      for (const index of free) {
        const next = (values[index] as number) + stepAt(index, gram, target, values);
        values[index] = Math.max(0, next);
      }
  }
  const all = Float64Array.from(problem.start);
  used.forEach((at, index) => (all[at] = values[index] as number));
  return all;
}

/** Underestimates weigh more, because they cause overflows. */
function weightOf(error: number): number {
  return (error < 0 ? UNDER_WEIGHT : 1) / Math.max(SMALL_ERROR, Math.abs(error));
}

function usedParameters({ rows, start }: Problem): readonly number[] {
  const seen = new Uint8Array(start.length);
  for (const row of rows) for (const cell of row.cells) seen[cell] = 1;
  return [...seen.keys()].filter((at) => seen[at] === 1);
}

function sumOf(row: Row, values: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < row.cells.length; at++)
    sum += (row.counts[at] as number) * (values[row.cells[at] as number] as number);
  return sum;
}

type Equations = { readonly gram: Float64Array; readonly target: Float64Array };

function normalEquations(
  rows: readonly Row[],
  weights: readonly number[],
  start: Float64Array,
  hold: Float64Array,
): Equations {
  const size = start.length;
  const gram = new Float64Array(size * size);
  const target = start.map((value, at) => value * (hold[at] as number));
  rows.forEach((row, index) => accumulate(row, weights[index] as number, gram, target));
  for (let a = 0; a < size; a++) {
    gram[a * size + a] = (gram[a * size + a] as number) + (hold[a] as number);
    for (let b = 0; b < a; b++) gram[b * size + a] = gram[a * size + b] as number;
  }
  return { gram, target };
}

/** Adds a row to the lower half of the matrix. Its cells are sorted. */
function accumulate(row: Row, weight: number, gram: Float64Array, target: Float64Array): void {
  const size = target.length;
  const { cells, counts } = row;
  for (let a = 0; a < cells.length; a++) {
    const cell = cells[a] as number;
    const weighted = weight * (counts[a] as number);
    target[cell] = (target[cell] as number) + weighted;
    for (let b = 0; b <= a; b++) {
      const at = cell * size + (cells[b] as number);
      gram[at] = (gram[at] as number) + weighted * (counts[b] as number);
    }
  }
}

/** Step of a parameter to its optimum for the current values of the others. */
function stepAt(
  at: number,
  gram: Float64Array,
  target: Float64Array,
  values: Float64Array,
): number {
  const size = values.length;
  const from = at * size;
  let rest = target[at] as number;
  for (let other = 0; other < size; other++)
    rest -= (gram[from + other] as number) * (values[other] as number);
  return rest / (gram[from + at] as number);
}
