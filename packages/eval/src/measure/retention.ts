import type { Needs } from "../reading/needs.ts";
import type { ResultText } from "./result-text.ts";

/** Shares from 0 to 1; `null` where nothing was there to be kept. */
export type Retention = {
  /** Of the needed anchors. */
  readonly total: number | null;
  /** Of the needed anchors, each weighted by how soon it is used. */
  readonly weighted: number | null;
  /** Of the needed anchors that keeping the newest messages alone loses at this budget: the skill of a summary. */
  readonly far: number | null;
  /** Of the pairs of needed anchors used together later: still on one line. */
  readonly relation: number | null;
  /** Of the needed rare words. */
  readonly rareWords: number | null;
};

/** Which of the needed anchors a result holds, in their order. */
export function keptAnchors({ anchors }: Needs, result: ResultText): readonly boolean[] {
  return anchors.map(({ text }) => result.linesOf(text) !== null);
}

/** @param newest which needed anchors are there where the newest messages alone are kept */
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

/** The share of some things that hold, by weight; `null` of none. */
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
