import type { Part } from "@cutpoint/core";

/**
 * Finds the position among the original parts for each part of a message that was made from one of them.
 *
 * A call whose id alone changed has a position too: a view numbers ids that occur again.
 */
export function originalPlaces(
  parts: readonly Part[],
  original: readonly Part[],
): ReadonlyMap<Part, number> {
  const shown = new Set(parts);
  const places = new Map<Part, number>();
  const renamed = new Map<string, number[]>();
  for (const [place, part] of [...original.entries()].toReversed()) {
    if (shown.has(part)) places.set(part, place);
    else if (part.type === "tool-call") {
      const waiting = renamed.get(keyOf(part));
      if (waiting === undefined) renamed.set(keyOf(part), [place]);
      else waiting.push(place);
    }
  }
  for (const part of parts) {
    if (part.type !== "tool-call" || places.has(part)) continue;
    const place = renamed.get(keyOf(part))?.pop();
    if (place !== undefined) places.set(part, place);
  }
  return places;
}

type Call = Extract<Part, { readonly type: "tool-call" }>;

function keyOf({ arguments: written, name }: Call): string {
  return JSON.stringify([name, written]);
}
