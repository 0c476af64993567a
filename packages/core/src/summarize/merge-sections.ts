/** Entries once each, in order; of those that say the same (but for case, states and blanks) the newest stays. */
export function eachOnce(entries: readonly string[]): readonly string[] {
  const newest = new Map<string, string>();
  for (const entry of entries) {
    const key = keyOf(entry);
    if (key === "") continue;
    newest.delete(key);
    newest.set(key, entry);
  }
  return [...newest.values()];
}

/** What two entries have in common that say the same. */
export function keyOf(entry: string): string {
  return entry
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
