import type { Json } from "@cutpoint/core";

/** Stands for a value that JSON has no word for; `langchain$` is what it is, the value beside it its text. */
const MARKER = "langchain$";

/**
 * A value as JSON: bytes and dates are kept, what JSON cannot say (functions, symbols, values inside of themselves) is
 * left out; `undefined` where nothing is left.
 */
export function toJson(value: unknown, around: readonly object[] = []): Json | undefined {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value : null;
    case "bigint":
      return { [MARKER]: "bigint", value: String(value) };
    case "object":
      return value === null ? null : objectToJson(value, around);
    default:
      return undefined;
  }
}

function objectToJson(value: object, around: readonly object[]): Json | undefined {
  if (value instanceof Uint8Array) return { [MARKER]: "bytes", value: base64Of(value) };
  if (value instanceof Date && !Number.isNaN(value.getTime()))
    return { [MARKER]: "date", value: value.toISOString() };
  if (around.includes(value)) return undefined;
  const inside = [...around, value];
  if (Array.isArray(value)) return value.map((entry) => toJson(entry, inside) ?? null);
  const entries = Object.entries(value).flatMap(([key, entry]) => {
    const json = toJson(entry, inside);
    return json === undefined ? [] : [[key, json] as const];
  });
  return Object.fromEntries(entries);
}

/** What {@link toJson} was given, in fresh objects. */
export function fromJson(json: Json): unknown {
  if (typeof json !== "object" || json === null) return json;
  if (Array.isArray(json)) return json.map(fromJson);
  const record = json as Readonly<Record<string, Json>>;
  const { [MARKER]: kind, value } = record;
  if (typeof kind === "string" && typeof value === "string") {
    if (kind === "bytes") return bytesOf(value);
    if (kind === "date") return new Date(value);
    if (kind === "bigint") return BigInt(value);
  }
  return Object.fromEntries(Object.entries(record).map(([key, entry]) => [key, fromJson(entry)]));
}

/** The same value with all lone surrogates in its texts replaced, which no provider accepts. */
export function wellFormedJson(json: Json): Json {
  if (typeof json === "string") return json.toWellFormed();
  if (typeof json !== "object" || json === null) return json;
  if (Array.isArray(json)) return json.map(wellFormedJson);
  return Object.fromEntries(
    Object.entries(json).map(([key, entry]) => [key, wellFormedJson(entry)]),
  );
}

/** Bytes as base64. */
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

/** Whether a value has named fields. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The first of the values that is a text with something in it. */
export function firstText(...values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === "string" && value !== "");
}
