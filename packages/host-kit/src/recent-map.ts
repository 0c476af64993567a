/** Values by id, without those that were not used for the longest time. */
export type RecentMap<Value> = {
  readonly get: (id: string) => Value | undefined;
  readonly set: (id: string, value: Value) => void;
};

/** Creates a map of at most `limit` values. If it is full, a sixteenth of them is removed. */
export function createRecentMap<Value>(limit: number): RecentMap<Value> {
  const values = new Map<string, Value>();
  const set = (id: string, value: Value): void => {
    values.delete(id);
    values.set(id, value);
    if (values.size > limit) evict();
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
    let surplus = Math.max(1, Math.floor(limit / 16));
    for (const oldest of values.keys()) {
      values.delete(oldest);
      surplus -= 1;
      if (surplus === 0) return;
    }
  }
}
