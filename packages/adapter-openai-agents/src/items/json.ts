import type { Json } from "@cutpoint/core";
import { base64ToBytes, bytesToBase64, isRecord } from "@cutpoint/core/kit";

/** The key of an object that represents bytes as base64. */
const BYTES = "bytes$";

/** Converts a value to JSON in new objects. Bytes are kept; values without a JSON form are removed. */
export function toJson(value: unknown): Json {
  if (value instanceof Uint8Array) return { [BYTES]: bytesToBase64(value) };
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
  if (typeof bytes === "string" && Object.keys(record).length === 1) return base64ToBytes(bytes);
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

export type JsonRecord = Readonly<Record<string, unknown>>;

export function nonEmptyText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
