import type { Needs } from "../reading/needs.ts";
import type { ResultText } from "./result-text.ts";

/** Shares from 0 to 1, or `null` if there is nothing to keep. */
export type Retention = {
  /** Share of the needed anchors. */
  readonly total: number | null;
  /** Share of the needed anchors, weighted by how soon they are used. */
  readonly weighted: number | null;
  /** Share of the needed anchors that keeping only the newest messages would lose. */
  readonly far: number | null;
  /** Share of pairs of needed anchors that are used together later and are still on one line. */
  readonly relation: number | null;
  /** Share of the needed rare words. */
  readonly rareWords: number | null;
};

/** Tells for each needed anchor whether a result contains it. */
export function keptAnchors({ anchors }: Needs, result: ResultText): readonly boolean[] {
  return anchors.map(({ text }) => result.linesOf(text) !== null);
}

/** @param newest which needed anchors remain if only the newest messages are kept */
export function retentionOf(
  needs: Needs,
  result: ResultText,
  kept: readonly boolean[],
  newest: readonly boolean[],
): Retention {
  const { anchors, pairs, words } = needs;
  return {
    total: shareOf(anchors, (_, index) => kept[index] === true),
    weighted: shareOf(
      anchors,
      (_, index) => kept[index] === true,
      ({ weight }) => weight,
    ),
    far: shareOf(
      anchors.flatMap((_, index) => (newest[index] === true ? [] : [index])),
      (index) => kept[index] === true,
    ),
    relation: shareOf(pairs, ([left, right]) => {
      const first = result.linesOf(anchors[left]?.text ?? "");
      const second = result.linesOf(anchors[right]?.text ?? "");
      return first !== null && second !== null && [...first].some((line) => second.has(line));
    }),
    rareWords: shareOf(words, ({ word }) => result.hasWord(word)),
  };
}

/** Returns the weighted share of things that pass a test, or `null` for an empty list. */
export function shareOf<Thing>(
  things: readonly Thing[],
  holds: (thing: Thing, index: number) => boolean,
  weigh: (thing: Thing) => number = () => 1,
): number | null {
  let all = 0;
  let held = 0;
  for (const [index, thing] of things.entries()) {
    const weight = weigh(thing);
    all += weight;
    if (holds(thing, index)) held += weight;
  }
  return all === 0 ? null : held / all;
}
