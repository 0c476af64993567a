/** Yields a record and its ancestors. Ends at an unknown parent or a cycle. */
export function* pathToRoot(
  leaf: string | null,
  parents: ReadonlyMap<string, string | null>,
): Generator<string> {
  const seen = new Set<string>();
  for (let at = leaf; at !== null && !seen.has(at); at = parents.get(at) ?? null) {
    seen.add(at);
    yield at;
  }
}
