/**
 * The tree of the records in a file.
 *
 * Tools only append, so a parent precedes its children. A parent that does not was lost: the record before the child
 * takes its place, which keeps the past. It also rules out cycles.
 */
export type RecordTree = {
  /** @param parent `undefined` if the record does not name one */
  readonly add: (id: string, parent: string | null | undefined) => void;
  readonly has: (id: string) => boolean;
  /** The newest record; `null` without records. */
  readonly newest: () => string | null;
  readonly parentOf: (id: string) => string | null;
  readonly ids: () => Iterable<string>;
  /** Yields a record and its ancestors. */
  readonly pathFrom: (id: string | null) => Generator<string>;
  /** Returns the records from one to a later one, oldest first; none if the later one does not follow it. */
  readonly between: (first: string | undefined, last: string | null) => readonly string[];
};

export function createRecordTree(): RecordTree {
  const parents = new Map<string, string | null>();
  let newest: string | null = null;

  function* pathFrom(id: string | null): Generator<string> {
    for (let at = id; at !== null && parents.has(at); at = parents.get(at) ?? null) yield at;
  }

  return {
    add(id, parent) {
      const isKnown = parent === null || (parent !== undefined && parents.has(parent));
      parents.set(id, isKnown ? parent : newest);
      newest = id;
    },
    has: (id) => parents.has(id),
    newest: () => newest,
    parentOf: (id) => parents.get(id) ?? null,
    ids: () => parents.keys(),
    pathFrom,
    between(first, last) {
      const path: string[] = [];
      if (first === undefined || !parents.has(first)) return path;
      for (const id of pathFrom(last)) {
        path.push(id);
        if (id === first) return path.toReversed();
      }
      return [];
    },
  };
}
