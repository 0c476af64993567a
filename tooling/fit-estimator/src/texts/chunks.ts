import type { TextKind } from "./kind.ts";
import { createRandom } from "./random.ts";

export type Chunk = { readonly kind: string; readonly weight: number; readonly text: string };

const SHORTEST = 200;
const LONGEST = 8_000;

/**
 * Splits texts into chunks of 200 to 8,000 characters.
 *
 * Short chunks are as frequent as long ones. At most `perKind` chunks of each kind are returned, spread over its texts.
 */
export function chunksOf(
  kinds: readonly TextKind[],
  perKind: number,
  seed: number,
): readonly Chunk[] {
  return kinds.flatMap((kind) => {
    const random = createRandom(seedOf(kind.name, seed));
    const all = kind.documents().flatMap((text) => pieces(text, random.next));
    const step = Math.max(1, all.length / perKind);
    const chosen: Chunk[] = [];
    for (let at = 0; at < all.length && chosen.length < perKind; at += step)
      chosen.push({
        kind: kind.name,
        weight: kind.weight ?? 1,
        text: all[Math.floor(at)] as string,
      });
    return chosen;
  });
}

/** The chunks of a kind do not depend on other kinds. */
function seedOf(name: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < name.length; at++) hash = (Math.imul(hash, 31) + name.charCodeAt(at)) | 0;
  return hash;
}

function pieces(text: string, next: () => number): readonly string[] {
  const found: string[] = [];
  let at = 0;
  while (at < text.length) {
    const length = Math.floor(SHORTEST * 2 ** (next() * Math.log2(LONGEST / SHORTEST)));
    const piece = text.slice(at, at + length).toWellFormed();
    if (piece.length >= SHORTEST || found.length === 0) found.push(piece);
    at += length;
  }
  return found;
}
