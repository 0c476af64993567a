import { mapInSteps, type Steps } from "@cutpoint/core/kit";
import { type KeyTerm, type Line, LINES_AT_ONCE, type TermIndex } from "./terms.ts";

/**
 * Finds ids that were listed next to an id that was looked up, and were not looked up. They are often looked up next.
 * Ids belong together if they have the same length and are on the same line.
 */
export function* unvisitedIds({ lines }: TermIndex): Steps<ReadonlySet<KeyTerm>> {
  const unvisited = new Set<KeyTerm>();
  const look = ({ terms }: Line): void => {
    const ids = terms.filter(({ kind }) => kind === "id");
    if (ids.length < 2) return;
    const opened = new Set(ids.filter((id) => id.counts.arguments > 0).map((id) => id.name.length));
    for (const id of ids)
      if (id.counts.arguments === 0 && opened.has(id.name.length)) unvisited.add(id);
  };
  yield* mapInSteps(lines, look, LINES_AT_ONCE);
  return unvisited;
}
