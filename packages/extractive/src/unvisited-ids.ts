import type { TermIndex, KeyTerm } from "./terms.ts";

/**
 * Ids that were told beside one that was looked up since, and that were not looked up themselves: what is looked
 * up next is often one of them. They are told by their like: ids of one length on one line.
 */
export function unvisitedIds({ lines }: TermIndex): ReadonlySet<KeyTerm> {
  const unvisited = new Set<KeyTerm>();
  for (const { terms } of lines) {
    const ids = terms.filter(({ kind }) => kind === "id");
    const opened = new Set(ids.filter((id) => id.arguments > 0).map(({ name }) => name.length));
    for (const id of ids) if (id.arguments === 0 && opened.has(id.name.length)) unvisited.add(id);
  }
  return unvisited;
}
