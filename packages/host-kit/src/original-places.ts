import type { Part } from "@cutpoint/core";
import { sortedJson, toJson, wellFormedJson } from "./json.ts";

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
  const entries = [...original.entries()];
  const places = new Map<Part, number>();
  for (const [place, part] of entries.toReversed()) if (shown.has(part)) places.set(part, place);
  const takeRenamed = takeBy(
    entries.filter(([, part]) => part.type === "tool-call" && !shown.has(part)),
    ([, part]) => callContent(part),
  );
  for (const part of parts) {
    if (part.type !== "tool-call" || places.has(part)) continue;
    const renamed = takeRenamed(callContent(part));
    if (renamed !== undefined) places.set(part, renamed[0]);
  }
  return places;
}

/** Returns a function that removes and returns the first value with a key. */
export function takeBy<Value>(
  values: readonly Value[],
  keyOf: (value: Value) => string,
): (key: string) => Value | undefined {
  const left = Map.groupBy(values.toReversed(), keyOf);
  return (key) => left.get(key)?.pop();
}

/** Returns the content of a part as text. It omits what a view may change: the id of a call, and lone surrogates. */
export function partContent(part: Part): string {
  return sortedJson(
    wellFormedJson(toJson(part.type === "tool-call" ? { ...part, callId: "" } : part)),
  );
}

function callContent(part: Part): string {
  return part.type === "tool-call" ? JSON.stringify([part.name, part.arguments]) : "";
}
