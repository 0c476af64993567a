import type { Json } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { base64ToBytes, bytesToBase64 } from "@cutpoint/host-kit";

/** The key that identifies a value without a JSON form, or an object that has this key: the type, beside `value`. */
const MARKER = "langchain$";

/**
 * Converts a value to JSON. Returns `undefined` if nothing is left.
 *
 * Bytes, dates and big integers are kept. Functions, symbols and circular references are removed.
 */
export function toJson(value: unknown, ancestors: readonly object[] = []): Json | undefined {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value : null;
    case "bigint":
      return { [MARKER]: "bigint", value: String(value) };
    case "object":
      return value === null ? null : objectToJson(value, ancestors);
    default:
      return undefined;
  }
}

function objectToJson(value: object, ancestors: readonly object[]): Json | undefined {
  if (value instanceof Uint8Array) return { [MARKER]: "bytes", value: bytesToBase64(value) };
  if (value instanceof Date && !Number.isNaN(value.getTime()))
    return { [MARKER]: "date", value: value.toISOString() };
  if (ancestors.includes(value)) return undefined;
  const path = [...ancestors, value];
  if (Array.isArray(value)) return value.map((entry) => toJson(entry, path) ?? null);
  const entries = Object.entries(value).flatMap(([key, entry]) => {
    const json = toJson(entry, path);
    return json === undefined ? [] : [[key, json] as const];
  });
  const json = Object.fromEntries(entries);
  return Object.hasOwn(json, MARKER) ? { [MARKER]: "object", value: json } : json;
}

/** Restores a value of {@link toJson} in new objects. */
export function fromJson(json: Json): unknown {
  if (typeof json !== "object" || json === null) return json;
  if (Array.isArray(json)) return json.map(fromJson);
  const record = json as Readonly<Record<string, Json>>;
  const { [MARKER]: kind, value } = record;
  if (typeof kind === "string" && typeof value === "string") {
    if (kind === "bytes") return base64ToBytes(value);
    if (kind === "date") return new Date(value);
    if (kind === "bigint") return BigInt(value);
  }
  return fieldsFromJson(kind === "object" && isRecord(value) ? value : record);
}

function fieldsFromJson(record: Readonly<Record<string, Json>>): unknown {
  return Object.fromEntries(Object.entries(record).map(([key, entry]) => [key, fromJson(entry)]));
}

export type JsonRecord = Readonly<Record<string, unknown>>;

/** Returns the first value that is a non-empty text. */
export function firstText(...values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === "string" && value !== "");
}
