import type { Json } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { bytesToBase64 } from "./file-part.ts";

/**
 * The only keys of objects that represent bytes as base64, addresses, dates, big integers, and plain objects with one of
 * these keys.
 */
const BYTES = "bytes$";
const ADDRESS = "url$";
const DATE = "date$";
const INTEGER = "bigint$";
const PLAIN = "plain$";
const MARKS: ReadonlySet<string | undefined> = new Set([BYTES, ADDRESS, DATE, INTEGER, PLAIN]);

/**
 * Converts a value to JSON in new objects. Bytes, addresses, dates and big integers are kept; references to an outer
 * object and fields without a JSON form are removed.
 */
export function toJson(value: unknown): Json {
  return convert(value, new Set());
}

/** @param outer the objects that contain the value */
function convert(value: unknown, outer: Set<object>): Json {
  if (typeof value === "bigint") return { [INTEGER]: String(value) };
  if (value instanceof Uint8Array) return { [BYTES]: bytesToBase64(value) };
  if (value instanceof URL) return { [ADDRESS]: value.href };
  if (value instanceof Date && !Number.isNaN(value.getTime()))
    return { [DATE]: value.toISOString() };
  if (typeof value === "number" && !Number.isFinite(value)) return null;
  if (typeof value !== "object" || value === null)
    return hasJsonForm(value) ? (value as Json) : null;
  if (outer.has(value)) return null;
  outer.add(value);
  const json = Array.isArray(value)
    ? value.map((entry) => convert(entry, outer))
    : convertFields(value, outer);
  outer.delete(value);
  return json;
}

function convertFields(value: object, outer: Set<object>): Json {
  const entries = Object.entries(value).flatMap(([key, entry]: [string, unknown]) =>
    (hasJsonForm(entry) || typeof entry === "bigint") && !outer.has(entry as object)
      ? [[key, convert(entry, outer)] as const]
      : [],
  );
  const json = Object.fromEntries(entries);
  return entries.length === 1 && MARKS.has(entries[0]?.[0]) ? { [PLAIN]: json } : json;
}

function hasJsonForm(value: unknown): boolean {
  return !["undefined", "function", "symbol", "bigint"].includes(typeof value);
}

/** Restores a value of {@link toJson} in new objects. An object with a mark that cannot be read stays an object. */
export function fromJson(json: Json): unknown {
  if (Array.isArray(json)) return json.map(fromJson);
  if (!isRecord(json)) return json;
  const record = json as Readonly<Record<string, Json>>;
  const [[key, value] = [], second] = Object.entries(record);
  if (second !== undefined) return fieldsFromJson(record);
  if (key === PLAIN && isRecord(value)) return fieldsFromJson(value);
  if (typeof value !== "string") return fieldsFromJson(record);
  if (key === BYTES) return bytesOf(value) ?? fieldsFromJson(record);
  if (key === ADDRESS && URL.canParse(value)) return new URL(value);
  if (key === DATE && !Number.isNaN(Date.parse(value))) return new Date(value);
  if (key === INTEGER && /^-?\d+$/u.test(value)) return BigInt(value);
  return fieldsFromJson(record);
}

function bytesOf(base64: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function fieldsFromJson(record: Readonly<Record<string, Json>>): unknown {
  return Object.fromEntries(Object.entries(record).map(([key, entry]) => [key, fromJson(entry)]));
}

/** Replaces the lone surrogates in all texts and keys, which no provider accepts. */
export function wellFormedJson(json: Json): Json {
  if (typeof json === "string") return json.toWellFormed();
  if (typeof json !== "object" || json === null) return json;
  if (Array.isArray(json)) return json.map(wellFormedJson);
  return Object.fromEntries(
    Object.entries(json).map(([key, entry]) => [key.toWellFormed(), wellFormedJson(entry)]),
  );
}

/**
 * Returns JSON text with sorted keys, so that the same content is the same text.
 *
 * @param replace returns the value to write for a field, `undefined` to leave the field out
 */
export function sortedJson(
  value: unknown,
  replace: (key: string, value: unknown) => unknown = (_key, entry) => entry,
): string {
  if (value instanceof Uint8Array) return `{"${BYTES}":"${bytesToBase64(value)}"}`;
  if (Array.isArray(value))
    return `[${value.map((entry) => sortedJson(entry, replace)).join(",")}]`;
  if (!isRecord(value) || typeof value["toJSON"] === "function")
    return JSON.stringify(hasJsonForm(value) ? value : null);
  let text = "";
  for (const key of Object.keys(value).sort()) {
    const entry = replace(key, value[key]);
    if (!hasJsonForm(entry)) continue;
    text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${sortedJson(entry, replace)}`;
  }
  return `{${text}}`;
}
