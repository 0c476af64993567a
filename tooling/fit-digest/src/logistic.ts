/** Feature values of a term, whether it was needed, and its weight in the fit. */
export type Sample = {
  readonly features: readonly number[];
  readonly needed: boolean;
  readonly weight: number;
};

/** Strength of the L2 penalty. The first feature is the intercept and is not penalized. */
const RIDGE = 40;
const MOST_STEPS = 14;
const LARGEST_STEP = 3;
/** A step that improves the loss by less is the last one. */
const LEAST_GAIN = 1e-3;
const START = -3;

/** Fits a logistic regression with Newton's method. Deterministic. */
export function fitLogistic(samples: readonly Sample[], size: number): readonly number[] {
  let weights: readonly number[] = Array.from({ length: size }, (_, place) =>
    place === 0 ? START : 0,
  );
  let loss = lossOf(samples, weights);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const change = newtonStep(samples, weights);
    const next = shorterStep(samples, weights, change, loss);
    if (loss - next.loss < LEAST_GAIN) break;
    ({ weights, loss } = next);
  }
  return weights;
}

/** Halves a step until it makes the loss smaller, because a whole step can overshoot. */
function shorterStep(
  samples: readonly Sample[],
  weights: readonly number[],
  change: readonly number[],
  loss: number,
): { readonly weights: readonly number[]; readonly loss: number } {
  for (let share = 1; share > 1e-3; share /= 2) {
    const next = weights.map((weight, place) => weight + share * (change[place] ?? 0));
    const nextLoss = lossOf(samples, next);
    if (nextLoss < loss) return { weights: next, loss: nextLoss };
  }
  return { weights, loss };
}

/** Weighted log loss with the penalty. */
function lossOf(samples: readonly Sample[], weights: readonly number[]): number {
  let loss = 0;
  for (const [place, weight] of weights.entries()) loss += (penaltyAt(place) * weight ** 2) / 2;
  for (const { features, needed, weight } of samples) {
    const score = scoreOf(features, weights);
    loss +=
      weight * (Math.max(0, score) + Math.log1p(Math.exp(-Math.abs(score))) - (needed ? score : 0));
  }
  return loss;
}

function penaltyAt(place: number): number {
  return place === 0 ? 0.001 : RIDGE;
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
    const held = penaltyAt(row);
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
  return 1 / (1 + Math.exp(-scoreOf(features, weights)));
}

export function scoreOf(features: readonly number[], weights: readonly number[]): number {
  let score = 0;
  for (const [place, weight] of weights.entries()) score += weight * (features[place] ?? 0);
  return score;
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

/** Returns the average precision: 1 if all needed samples have the highest scores. */
export function averagePrecision(
  samples: readonly Sample[],
  score: (features: readonly number[]) => number,
): number {
  const ranked = samples
    .map(({ features, needed }) => ({ needed, score: score(features) }))
    .sort((left, right) => right.score - left.score);
  let found = 0;
  let sum = 0;
  for (const [place, { needed }] of ranked.entries()) {
    if (!needed) continue;
    found += 1;
    sum += found / (place + 1);
  }
  return sum / Math.max(1, found);
}
