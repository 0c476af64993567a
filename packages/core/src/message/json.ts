/** Anything that survives `JSON.parse(JSON.stringify(value))` unchanged. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

type Place = {
  readonly value: unknown;
  readonly way: Way | null;
  readonly level: number;
  /** Set where all inside of it was looked at. */
  readonly isLeft?: true;
};
type Way = { readonly key: PropertyKey; readonly before: Way | null };

/**
 * The keys that lead to the first thing inside of a value which is no {@link Json}, or lies
 * more than `mostLevels` deep; `null` if there is none.
 */
export function findNonJsonPath(
  value: unknown,
  mostLevels: number = Number.POSITIVE_INFINITY,
): readonly PropertyKey[] | null {
  const around = new Set<unknown>();
  const places: Place[] = [{ value, way: null, level: 0 }];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { isLeft, level, value: found, way } = place;
    if (isLeft) {
      around.delete(found);
      continue;
    }
    if (isPlainValue(found)) continue;
    const inside = level > mostLevels || around.has(found) ? null : entriesIn(found);
    if (inside === null) return keysOf(way);
    around.add(found);
    places.push({ ...place, isLeft: true });
    for (const [key, entry] of inside.toReversed())
      places.push({ value: entry, way: { key, before: way }, level: level + 1 });
  }
  return null;
}

/** What an array or a plain object holds; `null` for anything else, and where a getter throws. */
function entriesIn(value: unknown): readonly (readonly [PropertyKey, unknown])[] | null {
  if (!isContainer(value)) return null;
  try {
    return Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  } catch {
    return null;
  }
}

function isPlainValue(value: unknown): boolean {
  return (
    value === null ||
    typeof value === "string" ||
    typeof value === "boolean" ||
    (typeof value === "number" && Number.isFinite(value))
  );
}

function isContainer(
  value: unknown,
): value is readonly unknown[] | Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function keysOf(way: Way | null): readonly PropertyKey[] {
  const keys: PropertyKey[] = [];
  for (let step = way; step !== null; step = step.before) keys.push(step.key);
  return keys.toReversed();
}

/** What a record holds under a key of its own; a key such as `constructor` finds nothing that was not put there. */
export function getOwn<Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
