import type { Json } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";

export type JsonRecord = Readonly<Record<string, unknown>>;

/** Returns whether a record has values for all keys. */
export function has(record: JsonRecord, ...keys: readonly string[]): boolean {
  return keys.every((key) => record[key] !== undefined && record[key] !== null);
}

export function textIn(record: JsonRecord, key: string): string | undefined {
  const value = record[key];
  return typeof value === "string" ? value : undefined;
}

/** Returns a text that is not empty, as names and ids are. */
export function nameIn(record: JsonRecord, key: string): string | undefined {
  const text = textIn(record, key);
  return text === "" ? undefined : text;
}

/** Returns a count. A negative number is none. */
export function countIn(record: JsonRecord, key: string): number | undefined {
  const value = record[key];
  return typeof value === "number" && value >= 0 && Number.isFinite(value) ? value : undefined;
}

/** Returns an empty record if the value is not a record. */
export function recordIn(record: JsonRecord, key: string): JsonRecord {
  const value = record[key];
  return isRecord(value) ? value : {};
}

/** Returns the records of a list. Other elements are left out. */
export function recordsIn(value: unknown): readonly JsonRecord[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** Returns `null` if the value is not a list. */
export function listOf(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? value : null;
}

export function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

/** Returns a time in ms since the epoch. Accepts ISO texts, and numbers that are a date. */
export function timeOf(value: unknown): number | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const time = new Date(value).getTime();
  return Number.isNaN(time) || time < 0 ? undefined : time;
}

/** Returns JSON text; a text is returned as it is. Values that are nested too deeply become `{}`. */
export function jsonText(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value) ?? "{}";
  } catch {
    return "{}";
  }
}

/** Levels below which a value is kept as it is. The checks of messages accept 1,000. */
const MAX_LEVELS = 100;

/** Returns a parsed value for an `other` part. Values that are nested too deeply become `null`. */
export function jsonValue(value: unknown): Json {
  return isShallow(value, MAX_LEVELS) ? (value as Json) : null;
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((each) => isShallow(each, levels - 1));
}

type Defined<Fields> = {
  [Key in keyof Fields as undefined extends Fields[Key] ? never : Key]: Fields[Key];
} & {
  [Key in keyof Fields as undefined extends Fields[Key] ? Key : never]?: Exclude<
    Fields[Key],
    undefined
  >;
};

/** Removes the fields that are `undefined`. */
export function defined<Fields extends object>(fields: Fields): Defined<Fields> {
  const result: Partial<Fields> = {};
  for (const key in fields) if (fields[key] !== undefined) result[key] = fields[key];
  return result as Fields & Defined<Fields>;
}
