import type { Json } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { base64ToBytes, bytesToBase64 } from "./base64.ts";

/** The keys of objects that represent bytes as base64, and addresses. */
const BYTES = "bytes$";
const ADDRESS = "url$";

/** Converts a value to JSON in new objects. Bytes and addresses are kept; fields without a JSON form are removed. */
export function toJson(value: unknown): Json {
  if (value instanceof Uint8Array) return { [BYTES]: bytesToBase64(value) };
  if (value instanceof URL) return { [ADDRESS]: value.href };
  if (Array.isArray(value)) return value.map(toJson);
  if (isRecord(value))
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, entry]) =>
        hasJsonForm(entry) ? [[key, toJson(entry)]] : [],
      ),
    );
  if (typeof value === "number" && !Number.isFinite(value)) return null;
  return hasJsonForm(value) ? (value as Json) : null;
}

function hasJsonForm(value: unknown): boolean {
  return !["undefined", "function", "symbol", "bigint"].includes(typeof value);
}

/** Restores a value of {@link toJson} in new objects. */
export function fromJson(json: Json): unknown {
  if (Array.isArray(json)) return json.map(fromJson);
  if (!isRecord(json)) return json;
  const entries = Object.entries(json as Readonly<Record<string, Json>>);
  const [[key, value] = []] = entries;
  if (entries.length === 1 && typeof value === "string") {
    if (key === BYTES) return base64ToBytes(value);
    if (key === ADDRESS) return new URL(value);
  }
  return Object.fromEntries(entries.map(([name, entry]) => [name, fromJson(entry)]));
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
