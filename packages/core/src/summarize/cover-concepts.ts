import type { Candidate } from "./candidates.ts";
import type { ConceptWeights } from "./concept-weights.ts";

/** A line with what it is worth while nothing is chosen. */
export type RankedLine = { readonly line: Candidate; readonly worth: number };

const LEAST_WORTH = 0.02;
const PAIR_SHARE = 0.35;
const ORIGIN_FACTOR: Readonly<Record<Candidate["origin"], number>> = {
  human: 1.3,
  prose: 1.1,
  arguments: 0.8,
  change: 0.9,
  result: 1,
  carried: 1.3,
};

/** Lines by worth, best first; a line that stands there several times counts once, at its newest place. */
export function rankLines(
  candidates: readonly Candidate[],
  weights: ConceptWeights,
): readonly RankedLine[] {
  const newest = new Map<string, Candidate>();
  for (const line of candidates) {
    const before = newest.get(line.text);
    newest.set(line.text, before?.origin === "carried" ? { ...line, origin: "carried" } : line);
  }
  return [...newest.values()]
    .map((line) => ({ line, worth: worthOf(line, weights, NOTHING) }))
    .filter(({ worth }) => worth >= LEAST_WORTH)
    .sort((a, b) => b.worth - a.worth || b.line.message - a.line.message);
}

/**
 * Chooses the lines that together tell the most: the next is always (nearly) the one that adds most for its length,
 * where what is told already adds little or nothing. `take` says whether there is room for a line.
 */
export function coverConcepts(
  ranked: readonly RankedLine[],
  weights: ConceptWeights,
  take: (line: Candidate) => boolean,
): readonly Candidate[] {
  const told = new Map<string, number>();
  const chosen: Candidate[] = [];
  let waiting = ranked;
  let refused = 0;
  for (let patience = 0.7; waiting.length > 0 && patience > 0.02; patience /= 2.5) {
    const later: RankedLine[] = [];
    for (const { line, worth: before } of waiting) {
      if (refused >= 24) return chosen;
      const worth = worthOf(line, weights, told);
      if (worth < LEAST_WORTH) continue;
      if (worth < before * patience) {
        later.push({ line, worth });
      } else if (take(line)) {
        chosen.push(line);
        for (const concept of [...line.anchors, ...line.words])
          told.set(concept, (told.get(concept) ?? 0) + 1);
      } else {
        refused += 1;
      }
    }
    waiting = later.sort((a, b) => b.worth - a.worth || b.line.message - a.line.message);
  }
  return chosen;
}

const NOTHING: ReadonlyMap<string, number> = new Map();
/** What a concept is worth the second time; the third time it is worth nothing. */
const AGAIN = 0.35;

/**
 * What a line adds for each token it takes. A line that joins two likely things tells how they belong together; a
 * bare word tells little.
 */
function worthOf(
  line: Candidate,
  weights: ConceptWeights,
  told: ReadonlyMap<string, number>,
): number {
  let fresh = 0;
  let best = 0;
  let joined = 0;
  for (const name of line.anchors) {
    const weight = weights.anchor(name);
    fresh += weight * newness(told.get(name));
    joined += Math.min(best, weight);
    best = Math.max(best, weight);
  }
  for (const name of line.words) fresh += told.has(name) ? 0 : weights.word(name);
  if (fresh === 0) return 0;
  const bare = line.text.length < 24 && !line.text.includes(" ") ? 0.4 : 1;
  const worth = bare * (fresh + PAIR_SHARE * Math.min(joined, fresh)) * ORIGIN_FACTOR[line.origin];
  return worth / (line.text.length / 4 + 8);
}

function newness(times: number | undefined): number {
  return times === undefined ? 1 : times === 1 ? AGAIN : 0;
}
