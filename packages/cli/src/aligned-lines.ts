/** Returns the lines of a table with columns of equal width. */
export function alignedLines(
  rows: readonly (readonly string[])[],
  isRightAligned: (column: number) => boolean = () => false,
): readonly string[] {
  const widthOf = (column: number): number =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const widths = (rows[0] ?? []).map((_, column) => widthOf(column));
  const padded = (cell: string, column: number): string =>
    isRightAligned(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
  return rows.map((row) => row.map(padded).join("  ").trimEnd());
}
