import type { Chunk } from "./texts/chunks.ts";

/** Relative errors for one kind of text. 0.04 is 4 %. A negative bias is an underestimate. */
export type KindError = {
  readonly kind: string;
  readonly texts: number;
  readonly mean: number;
  readonly p95: number;
  readonly bias: number;
};

export type ErrorReport = {
  readonly kinds: readonly KindError[];
  /** Means over the kinds, with equal weights. */
  readonly mean: number;
  readonly p95: number;
  readonly bias: number;
};

/** Measures the error of a counter for each kind. `exact` contains the exact count of each chunk. */
export function measure(
  chunks: readonly Chunk[],
  exact: readonly number[],
  count: (text: string) => number,
): ErrorReport {
  const errors = new Map<string, number[]>();
  chunks.forEach((chunk, index) => {
    const tokens = exact[index] as number;
    const list = errors.get(chunk.kind) ?? [];
    list.push(count(chunk.text) / tokens - 1);
    errors.set(chunk.kind, list);
  });
  const kinds = [...errors].map(([kind, list]) => kindError(kind, list));
  return {
    kinds,
    mean: meanOf(kinds.map((kind) => kind.mean)),
    p95: meanOf(kinds.map((kind) => kind.p95)),
    bias: meanOf(kinds.map((kind) => kind.bias)),
  };
}

function kindError(kind: string, errors: readonly number[]): KindError {
  const sizes = errors.map(Math.abs).sort((a, b) => a - b);
  return {
    kind,
    texts: errors.length,
    mean: meanOf(sizes),
    p95: sizes[Math.ceil(sizes.length * 0.95) - 1] as number,
    bias: meanOf(errors),
  };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
