import type { Json } from "@cutpoint/core";

/** The key of an object that represents bytes as base64. */
const BYTES = "bytes$";

/** Converts a value to JSON in new objects. Bytes are kept; values without a JSON form are removed. */
export function toJson(value: unknown): Json {
  if (value instanceof Uint8Array) return { [BYTES]: base64Of(value) };
  if (Array.isArray(value)) return value.map(toJson);
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value : null;
    case "object":
      return value === null ? null : recordToJson(value);
    default:
      return null;
  }
}

function recordToJson(value: object): Json {
  const entries = Object.entries(value).filter(([, entry]) => hasJsonForm(entry));
  return Object.fromEntries(entries.map(([key, entry]) => [key, toJson(entry)]));
}

function hasJsonForm(value: unknown): boolean {
  return !["undefined", "function", "symbol", "bigint"].includes(typeof value);
}

/** Restores a value of {@link toJson} in new objects. */
export function fromJson(json: Json): unknown {
  if (typeof json !== "object" || json === null) return json;
  if (Array.isArray(json)) return json.map(fromJson);
  const record = json as Readonly<Record<string, Json>>;
  const bytes = record[BYTES];
  if (typeof bytes === "string" && Object.keys(record).length === 1) return bytesOf(bytes);
  return Object.fromEntries(Object.entries(record).map(([key, entry]) => [key, fromJson(entry)]));
}

/** Returns JSON text with sorted keys, so that the same content is the same text. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, entry: unknown) =>
    isRecord(entry) && !(entry instanceof Uint8Array)
      ? Object.fromEntries(
          Object.entries(entry).toSorted(([left], [right]) => (left < right ? -1 : 1)),
        )
      : entry,
  );
}

export function base64Of(bytes: Uint8Array): string {
  let text = "";
  for (let start = 0; start < bytes.length; start += 8192)
    text += String.fromCharCode(...bytes.subarray(start, start + 8192));
  return btoa(text);
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

export type JsonRecord = { readonly [key: string]: unknown };

/** Returns whether a value is an object and not a list. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function nonEmptyText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
