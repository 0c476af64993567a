/** The work of a path: one text in, any result out. */
export type Path = (text: string) => unknown;

/** The sizes of the texts, in characters. */
const SIZES = [50_000, 100_000, 200_000, 400_000] as const;

/** Below this time at the largest size, in ms, noise exceeds the growth. */
const LEAST_MS = 500;

/** The largest exponent that counts as linear. */
const LINEAR = 1.15;

/** Measurements that must all exceed the limit, since the machine may be busy. */
const ROUNDS = 3;

/** Repeats a unit up to a number of characters. */
export function pumped(unit: string, characters: number): string {
  return unit.repeat(Math.ceil(characters / unit.length));
}

/**
 * Returns the exponent with which the time of a path grows, by CPU time. `null` if it is linear, or too short to tell.
 */
export async function growthOf(path: Path, unit: string): Promise<number | null> {
  const longest = pumped(unit, SIZES.at(-1) ?? 0);
  if ((await timeOf(path, longest)) < LEAST_MS) return null;
  let exponent = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const times: number[] = [];
    for (const size of SIZES) times.push(await shortest(path, pumped(unit, size)));
    exponent = Math.min(exponent, slopeOf(times));
    if (exponent <= LINEAR) return null;
  }
  return exponent;
}

/** Returns the slope of the times over the sizes, both as logarithms: the median of that of all pairs. */
function slopeOf(times: readonly number[]): number {
  const points = times.map((time, index) => [Math.log(SIZES[index] ?? 1), Math.log(time)] as const);
  const slopes = points.flatMap(([x, y], index) =>
    points.slice(index + 1).map(([nextX, nextY]) => (nextY - y) / (nextX - x)),
  );
  const sorted = slopes.toSorted((left, right) => left - right);
  return sorted[sorted.length >> 1] ?? 0;
}

/** Returns the CPU time of the faster one of two runs, in ms. */
async function shortest(path: Path, text: string): Promise<number> {
  return Math.min(await timeOf(path, text), await timeOf(path, text));
}

async function timeOf(path: Path, text: string): Promise<number> {
  const before = process.cpuUsage();
  await path(text);
  const { system, user } = process.cpuUsage(before);
  return (system + user) / 1000;
}
