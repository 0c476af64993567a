import type { Json } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { base64ToBytes, bytesToBase64, isBase64 } from "./base64.ts";

/** The only keys of objects that represent bytes as base64, addresses, and plain objects with one of these keys. */
const BYTES = "bytes$";
const ADDRESS = "url$";
const PLAIN = "plain$";

/** Converts a value to JSON in new objects. Bytes and addresses are kept; fields without a JSON form are removed. */
export function toJson(value: unknown): Json {
  if (value instanceof Uint8Array) return { [BYTES]: bytesToBase64(value) };
  if (value instanceof URL) return { [ADDRESS]: value.href };
  if (Array.isArray(value)) return value.map(toJson);
  if (isRecord(value)) return recordToJson(value);
  if (typeof value === "number" && !Number.isFinite(value)) return null;
  return hasJsonForm(value) ? (value as Json) : null;
}

function recordToJson(value: Readonly<Record<string, unknown>>): Json {
  const entries = Object.entries(value).flatMap(([key, entry]) =>
    hasJsonForm(entry) ? [[key, toJson(entry)] as const] : [],
  );
  const json = Object.fromEntries(entries);
  const [[key] = []] = entries;
  const isMarked = key === BYTES || key === ADDRESS || key === PLAIN;
  return entries.length === 1 && isMarked ? { [PLAIN]: json } : json;
}

function hasJsonForm(value: unknown): boolean {
  return !["undefined", "function", "symbol", "bigint"].includes(typeof value);
}

/** Restores a value of {@link toJson} in new objects. Bytes and addresses that cannot be read stay objects. */
export function fromJson(json: Json): unknown {
  if (Array.isArray(json)) return json.map(fromJson);
  if (!isRecord(json)) return json;
  const record = json as Readonly<Record<string, Json>>;
  const [[key, value] = [], second] = Object.entries(record);
  if (second !== undefined) return fieldsFromJson(record);
  if (key === PLAIN && isRecord(value)) return fieldsFromJson(value);
  if (key === BYTES && typeof value === "string" && isBase64(value)) return base64ToBytes(value);
  if (key === ADDRESS && typeof value === "string" && URL.canParse(value)) return new URL(value);
  return fieldsFromJson(record);
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
