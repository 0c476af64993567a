import type { Bodies } from "./segment.ts";

/** A row of `entries`, in the order of a read. `body` is `null` if it was moved or exceeds the page size. */
export type EntryRow = {
  readonly place: string | null;
  readonly body: string | null;
  readonly segment: string | null;
};

/**
 * Returns rows up to the first missing body. If the first row was moved, its segment is read: never more than one at
 * once, and none as long as there are rows before it.
 */
export async function fillNextSegment<Row extends EntryRow>(
  rows: readonly Row[],
  read: (places: readonly string[]) => Promise<Bodies>,
): Promise<readonly (Row & { readonly place: string; readonly body: string })[]> {
  const [first] = rows;
  const segment = first?.body === null ? first.segment : null;
  const isMoved = (row: Row): boolean => segment !== null && row.segment === segment;
  const places = rows.filter(isMoved).flatMap(({ place }) => place ?? []);
  const bodies = places.length === 0 ? new Map<string, string>() : await read(places);
  const filled: (Row & { readonly place: string; readonly body: string })[] = [];
  for (const row of rows) {
    const { place } = row;
    if (place === null) break;
    const body = isMoved(row) ? bodies.get(place) : row.body;
    if (body === null || body === undefined) break;
    filled.push({ ...row, place, body });
  }
  return filled;
}
