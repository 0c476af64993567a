import { leafOf, TREE_NODES } from "../../../packages/extractive/src/terms/reuse.ts";
import { type Sample, scoreOf } from "./logistic.ts";

/** A tree as {@link leafOf} reads it. */
export type Tree = readonly number[];

const TREES = 30;
/** Share of its best value that a leaf has, so that no tree decides alone. */
const RATE = 0.15;
/** Strength of the L2 penalty of a leaf's value. */
const PENALTY = 10;
/** Least curvature of the loss in a leaf: about the number of needed samples. */
const LEAST_CURVATURE = 6;
const LEAST_GAIN = 1e-3;
/** Limits that are tried for each feature: quantiles of its values. Few samples are needed, so the highest are finer. */
const QUANTILES = [
  ...Array.from({ length: 47 }, (_, place) => (place + 1) / 48),
  0.99,
  0.995,
  0.999,
];
/** Asks nothing: the first feature is 1 for all samples. */
const NO_QUESTION: Split = { feature: 0, limit: 1 };

type Split = { readonly feature: number; readonly limit: number };

/** Values of one feature by sample. */
type Column = {
  readonly limits: readonly number[];
  /** For each sample, the number of limits below its value. */
  readonly places: Uint8Array;
};

/** Gradient and curvature of the loss by sample. */
type Slopes = { readonly gradient: Float64Array; readonly curvature: Float64Array };

/**
 * Fits trees of three levels that correct the scores of a logistic regression, by gradient boosting with histograms.
 * Deterministic.
 */
export function fitTrees(samples: readonly Sample[], weights: readonly number[]): readonly Tree[] {
  const columns = weights.map((_, feature) => columnOf(samples, feature));
  const scores = Float64Array.from(samples, ({ features }) => scoreOf(features, weights));
  const trees: Tree[] = [];
  while (trees.length < TREES) {
    const tree = fitTree(samples, columns, slopesAt(samples, scores));
    for (const [place, { features }] of samples.entries())
      scores[place] = (scores[place] ?? 0) + leafOf(tree, features);
    trees.push(tree);
  }
  return trees;
}

function columnOf(samples: readonly Sample[], feature: number): Column {
  const values = Float64Array.from(samples, ({ features }) => features[feature] ?? 0);
  const sorted = values.toSorted();
  const limits = [
    ...new Set(QUANTILES.map((share) => rounded(sorted[Math.floor(share * sorted.length)]))),
  ];
  const places = Uint8Array.from(values, (value) => {
    const place = limits.findIndex((limit) => value <= limit);
    return place === -1 ? limits.length : place;
  });
  return { limits, places };
}

function slopesAt(samples: readonly Sample[], scores: Float64Array): Slopes {
  const gradient = new Float64Array(samples.length);
  const curvature = new Float64Array(samples.length);
  for (const [place, { needed, weight }] of samples.entries()) {
    const chance = 1 / (1 + Math.exp(-(scores[place] ?? 0)));
    gradient[place] = weight * (Number(needed) - chance);
    curvature[place] = weight * chance * (1 - chance);
  }
  return { gradient, curvature };
}

function fitTree(
  samples: readonly Sample[],
  columns: readonly Column[],
  slopes: Slopes,
): readonly number[] {
  const tree: number[] = [];
  const grow = (node: number, rows: readonly number[]): void => {
    if (node >= TREE_NODES) {
      tree[TREE_NODES + node] = rounded(leafValue(rows, slopes));
      return;
    }
    const { feature, limit } = bestSplit(columns, rows, slopes);
    [tree[2 * node], tree[2 * node + 1]] = [feature, limit];
    const isBelow = (row: number): boolean => (samples[row]?.features[feature] ?? 0) <= limit;
    grow(2 * node + 1, rows.filter(isBelow));
    grow(
      2 * node + 2,
      rows.filter((row) => !isBelow(row)),
    );
  };
  grow(0, [...samples.keys()]);
  return tree;
}

function leafValue(rows: readonly number[], { curvature, gradient }: Slopes): number {
  let slope = 0;
  let bend = PENALTY;
  for (const row of rows) {
    slope += gradient[row] ?? 0;
    bend += curvature[row] ?? 0;
  }
  return (RATE * slope) / bend;
}

/** Returns the question that lowers the loss most. */
function bestSplit(
  columns: readonly Column[],
  rows: readonly number[],
  { curvature, gradient }: Slopes,
): Split {
  let best = NO_QUESTION;
  let most = LEAST_GAIN;
  for (const [feature, { limits, places }] of columns.entries()) {
    const slopes = new Float64Array(limits.length + 1);
    const bends = new Float64Array(limits.length + 1);
    for (const row of rows) {
      const place = places[row] ?? 0;
      slopes[place] = (slopes[place] ?? 0) + (gradient[row] ?? 0);
      bends[place] = (bends[place] ?? 0) + (curvature[row] ?? 0);
    }
    const [slope, bend] = [sumOf(slopes), sumOf(bends)];
    let [below, bendBelow] = [0, 0];
    for (const [place, limit] of limits.entries()) {
      below += slopes[place] ?? 0;
      bendBelow += bends[place] ?? 0;
      if (bendBelow < LEAST_CURVATURE || bend - bendBelow < LEAST_CURVATURE) continue;
      const gain =
        gainOf(below, bendBelow) + gainOf(slope - below, bend - bendBelow) - gainOf(slope, bend);
      if (gain <= most) continue;
      most = gain;
      best = { feature, limit };
    }
  }
  return best;
}

/** Returns what a leaf with these sums takes off the loss. */
function gainOf(slope: number, bend: number): number {
  return slope ** 2 / (bend + PENALTY);
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Limits and values are rounded before they are used, so that the table is exact. */
function rounded(value = 0): number {
  return Number(value.toPrecision(2));
}
