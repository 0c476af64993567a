/** Anything that survives `JSON.parse(JSON.stringify(value))` unchanged. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/** Deeper values overflow the stack of `JSON.stringify`. */
const MAX_LEVELS = 1_000;

/**
 * Returns the keys that lead to the first value that is not {@link Json} or is more than 1,000 levels deep; `null` if
 * there is none. Never throws.
 */
export function findNonJsonPath(value: unknown): readonly PropertyKey[] | null {
  return searchLevel(value, 0, new Set());
}

function searchLevel(
  value: unknown,
  level: number,
  ancestors: Set<unknown>,
): readonly PropertyKey[] | null {
  const isPrimitive = value === null || typeof value === "string" || typeof value === "boolean";
  if (isPrimitive || Number.isFinite(value)) return null;
  const entries = level > MAX_LEVELS || ancestors.has(value) ? null : entriesOf(value);
  if (entries === null) return [];
  ancestors.add(value);
  for (const [key, entry] of entries) {
    const path = searchLevel(entry, level + 1, ancestors);
    if (path !== null) return [key, ...path];
  }
  ancestors.delete(value);
  return null;
}

/** Returns the entries of an array or a plain object; `null` for other values, or if a getter throws. */
function entriesOf(value: unknown): readonly (readonly [PropertyKey, unknown])[] | null {
  try {
    if (Array.isArray(value)) return [...value.entries()];
    return isRecord(value) && isPlain(value) ? Object.entries(value) : null;
  } catch {
    return null;
  }
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Returns whether a value is an object and not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads an own property. Inherited keys such as `constructor` return `undefined`. */
export function getOwn<Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Returns whether an object has no own fields. */
export function isEmpty(record: object): boolean {
  return Object.keys(record).length === 0;
}

/** Parses JSON; `undefined` if a text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
