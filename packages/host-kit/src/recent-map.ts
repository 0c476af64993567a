/** Values by id, without those that were not used for the longest time. */
export type RecentMap<Value> = {
  readonly get: (id: string) => Value | undefined;
  readonly set: (id: string, value: Value) => void;
};

/** Creates a map of at most `limit` values. */
export function createRecentMap<Value>(limit: number): RecentMap<Value> {
  const values = new Map<string, Value>();
  const set = (id: string, value: Value): void => {
    values.delete(id);
    values.set(id, value);
    const [oldest] = values.keys();
    if (values.size > limit && oldest !== undefined) values.delete(oldest);
  };
  return {
    get(id) {
      const value = values.get(id);
      if (value !== undefined) set(id, value);
      return value;
    },
    set,
  };
}
