/** Values by id, without those that were not used for the longest time. */
export type RecentMap<Value> = {
  readonly get: (id: string) => Value | undefined;
  readonly set: (id: string, value: Value) => void;
};

/**
 * Creates a map whose values have at most the size `limit` together. If it is full, a sixteenth of that is removed.
 *
 * @param sizeOf the size of a value. Default: 1, so that `limit` is the number of values
 */
export function createRecentMap<Value>(
  limit: number,
  sizeOf: (value: Value) => number = () => 1,
): RecentMap<Value> {
  const values = new Map<string, Value>();
  let size = 0;
  const remove = (id: string, value: Value): void => {
    values.delete(id);
    size -= sizeOf(value);
  };
  const set = (id: string, value: Value): void => {
    const before = values.get(id);
    if (before !== undefined) remove(id, before);
    values.set(id, value);
    size += sizeOf(value);
    if (size > limit) evict();
  };
  return {
    get(id) {
      const value = values.get(id);
      if (value !== undefined) set(id, value);
      return value;
    },
    set,
  };

  /** Removes many values at once, because the first key of a map is slow to find after deletions. */
  function evict(): void {
    const most = limit - Math.floor(limit / 16);
    for (const [id, value] of values) {
      if (size <= most) return;
      remove(id, value);
    }
  }
}
