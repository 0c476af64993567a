import { mapInSteps, type Steps } from "@cutpoint/core/kit";
import TinyQueue from "tinyqueue";
import { LINES_AT_ONCE } from "../terms/terms.ts";

const MOST_REFUSED = 40;

/** How {@link takeBestFirst} ranks and takes. */
export type Ranking<Each> = {
  /** Falls while others are taken, or stays nearly the same. What is worth nothing is never taken. */
  readonly worthOf: (each: Each) => number;
  /** Returns `true` if it fits. */
  readonly take: (each: Each, worth: number) => boolean;
  /** Those of one group can be worth more after the first of them is taken. */
  readonly groupOf?: (each: Each) => unknown;
  /** Those that are worth less than this share of the best at first are left out. Default: 0. */
  readonly leastShare?: number;
};

type Queued<Each> = { readonly each: Each; readonly worth: number };

/** Takes the best again and again. A worth is computed again only when it would be the best. */
export function* takeBestFirst<Each>(
  all: readonly Each[],
  { groupOf = () => null, leastShare = 0, take, worthOf }: Ranking<Each>,
): Steps<void> {
  const queuedFor = (each: Each): Queued<Each> => ({ each, worth: worthOf(each) });
  const queued = yield* mapInSteps(all, queuedFor, LINES_AT_ONCE);
  const most = queued.reduce((best, { worth }) => Math.max(best, worth), 0);
  const queue = new TinyQueue(
    queued.filter(({ worth }) => worth >= leastShare * most),
    (left, right) => right.worth - left.worth,
  );
  const groups = Map.groupBy(all, groupOf);
  groups.delete(null);
  const seen = new Set<Each>();
  for (let refused = 0, looks = 1; refused < MOST_REFUSED; looks += 1) {
    if (looks % LINES_AT_ONCE === 0) yield;
    const best = queue.pop();
    if (best === undefined || best.worth <= 0) break;
    const { each } = best;
    if (seen.has(each)) continue;
    const now = queuedFor(each);
    if (now.worth < best.worth && now.worth < (queue.peek()?.worth ?? 0)) {
      queue.push(now);
      continue;
    }
    seen.add(each);
    if (now.worth <= 0) continue;
    if (take(each, now.worth)) {
      const group = groupOf(each);
      const others = (groups.get(group) ?? []).filter((other) => !seen.has(other));
      for (const other of yield* mapInSteps(others, queuedFor, LINES_AT_ONCE)) queue.push(other);
      groups.delete(group);
    } else refused += 1;
  }
}
