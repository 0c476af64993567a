/** What a record holds under a key of its own; a key such as `constructor` finds nothing that was not put there. */
export function getOwn<Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
