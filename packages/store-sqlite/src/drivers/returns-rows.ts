/** Returns whether a statement of the store reads. Some libraries have another method for statements that write. */
export function returnsRows(query: string): boolean {
  return /^\s*SELECT\b/u.test(query);
}
