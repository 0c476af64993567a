import type { Json } from "@cutpoint/core";
import { base64ToBytes, bytesToBase64, isRecord } from "@cutpoint/core/kit";

/** The keys of objects that represent bytes as base64, and addresses. */
const BYTES = "bytes$";
const ADDRESS = "url$";

/** Converts a value of a prompt to JSON in new objects. Bytes and addresses are kept. */
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
  return hasJsonForm(value) ? (value as Json) : null;
}

function hasJsonForm(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return !["undefined", "function", "symbol", "bigint"].includes(typeof value);
}

/** Restores a value of {@link toJson}. */
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

/** Returns JSON text with sorted keys, so that the same content is the same text. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(toJson(value), (_key, entry: unknown) =>
    isRecord(entry)
      ? Object.fromEntries(
          Object.entries(entry).toSorted(([left], [right]) => (left < right ? -1 : 1)),
        )
      : entry,
  );
}
