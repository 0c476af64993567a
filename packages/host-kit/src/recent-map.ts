/** Values by id, without those that were not used for the longest time. */
export type RecentMap<Value> = {
  readonly get: (id: string) => Value | undefined;
  readonly set: (id: string, value: Value) => void;
};

/** The most that is kept between calls: in values, and in characters of all values together. */
export type MemoryLimit = { readonly entries: number; readonly characters: number };

/**
 * Creates a map with at most `limit.entries` values of together at most `limit.characters`. If it is full, a sixteenth
 * is removed. A value under several ids counts once.
 *
 * @param charactersOf the size of a value. Default: 0
 */
export function createRecentMap<Value>(
  limit: MemoryLimit,
  charactersOf: (value: Value) => number = () => 0,
): RecentMap<Value> {
  const values = new Map<string, Value>();
  const uses = new Map<Value, { count: number; readonly characters: number }>();
  let characters = 0;
  const remove = (id: string, value: Value): void => {
    values.delete(id);
    const use = uses.get(value);
    if (use === undefined || (use.count -= 1) > 0) return;
    uses.delete(value);
    characters -= use.characters;
  };
  const set = (id: string, value: Value): void => {
    const use = uses.get(value) ?? { count: 0, characters: charactersOf(value) };
    if (use.count === 0) characters += use.characters;
    use.count += 1;
    uses.set(value, use);
    const before = values.get(id);
    if (before !== undefined) remove(id, before);
    values.set(id, value);
    if (values.size > limit.entries || characters > limit.characters) evict();
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
    const entries = limit.entries - Math.floor(limit.entries / 16);
    const most = limit.characters - Math.floor(limit.characters / 16);
    for (const [id, value] of values) {
      if (values.size <= entries && characters <= most) return;
      remove(id, value);
    }
  }
}
