/** Feature values of a term, whether it was needed, and its weight in the fit. */
export type Sample = {
  readonly features: readonly number[];
  readonly needed: boolean;
  readonly weight: number;
};

/** Strength of the L2 penalty. The first feature is the intercept and is not penalized. */
const RIDGE = 2;
const MOST_STEPS = 14;
const LARGEST_STEP = 3;
const START = -3;

/** Fits a logistic regression with Newton's method. Deterministic. */
export function fitLogistic(samples: readonly Sample[], size: number): readonly number[] {
  let weights: readonly number[] = Array.from({ length: size }, (_, place) =>
    place === 0 ? START : 0,
  );
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const change = newtonStep(samples, weights);
    weights = weights.map((weight, place) => weight + (change[place] ?? 0));
    if (Math.max(...change.map(Math.abs)) < 1e-4) break;
  }
  return weights;
}

function newtonStep(samples: readonly Sample[], weights: readonly number[]): readonly number[] {
  const size = weights.length;
  const gradient = new Float64Array(size);
  const curvature = Array.from({ length: size }, () => new Float64Array(size));
  for (const { features, needed, weight } of samples) {
    const chance = chanceOf(features, weights);
    const error = weight * (Number(needed) - chance);
    const bend = weight * Math.max(1e-6, chance * (1 - chance));
    for (let row = 0; row < size; row += 1) {
      const feature = features[row] ?? 0;
      if (feature === 0) continue;
      add(gradient, row, error * feature);
      const line = curvature[row] as Float64Array;
      for (let column = 0; column <= row; column += 1)
        add(line, column, bend * feature * (features[column] ?? 0));
    }
  }
  const equations = curvature.map((line, row) => {
    const held = row === 0 ? 0.001 : RIDGE;
    const whole = Array.from({ length: size }, (_, column) =>
      column <= row ? (line[column] ?? 0) : ((curvature[column] as Float64Array)[row] ?? 0),
    );
    whole[row] = (whole[row] ?? 0) + held;
    return [...whole, (gradient[row] ?? 0) - held * (weights[row] ?? 0)];
  });
  return solved(equations).map((each) => Math.max(-LARGEST_STEP, Math.min(LARGEST_STEP, each)));
}

/** Returns the probability that a term is needed. */
export function chanceOf(features: readonly number[], weights: readonly number[]): number {
  const score = features.reduce((sum, feature, place) => sum + feature * (weights[place] ?? 0), 0);
  return 1 / (1 + Math.exp(-score));
}

function add(values: Float64Array, place: number, value: number): void {
  values[place] = (values[place] ?? 0) + value;
}

/** Gauss-Jordan elimination. Each row ends with its right-hand side. */
function solved(equations: readonly number[][]): readonly number[] {
  const rows = [...equations];
  const size = rows.length;
  for (let column = 0; column < size; column += 1) {
    const sizes = rows.map((row, place) => (place < column ? -1 : Math.abs(row[column] ?? 0)));
    const largest = sizes.indexOf(Math.max(...sizes));
    const pivot = rows[largest] as number[];
    rows[largest] = rows[column] as number[];
    rows[column] = pivot;
    for (const [place, row] of rows.entries()) {
      if (place === column) continue;
      const factor = (row[column] ?? 0) / (pivot[column] ?? 1);
      if (factor === 0) continue;
      for (let at = column; at <= size; at += 1)
        row[at] = (row[at] ?? 0) - factor * (pivot[at] ?? 0);
    }
  }
  return rows.map((row, place) => (row[size] ?? 0) / (row[place] ?? 1));
}

/** Returns the average precision: 1 if all needed samples rank first. */
export function averagePrecision(samples: readonly Sample[], weights: readonly number[]): number {
  const ranked = samples
    .map(({ features, needed }) => ({ needed, chance: chanceOf(features, weights) }))
    .sort((left, right) => right.chance - left.chance);
  let found = 0;
  let sum = 0;
  for (const [place, { needed }] of ranked.entries()) {
    if (!needed) continue;
    found += 1;
    sum += found / (place + 1);
  }
  return sum / Math.max(1, found);
}
