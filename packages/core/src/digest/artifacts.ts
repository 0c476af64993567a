import type { ArtifactRecord } from "../message/digest.ts";
import { isRecord, parseJson } from "../message/json.ts";
import { textOf, type ToolMessage } from "../message/message.ts";

const MAX_JSON_CHARACTERS = 200_000;
const HINT =
  /"(?:mime|mime_type|mimeType|media_type|mediaType|visibility|sources_used|sourcesUsed)"/u;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the artifacts in a tool result: file parts with a name, and JSON objects with a `path` and at least one of mime
 * type, visibility and sources used.
 */
export function artifactsOf(result: ToolMessage): readonly ArtifactRecord[] {
  const files = result.parts.flatMap((part) =>
    part.type === "file" && part.name !== undefined
      ? [{ path: part.name, mime: part.mediaType, visibility: null, sourcesUsed: [] }]
      : [],
  );
  const text = textOf(result);
  if (text.length > MAX_JSON_CHARACTERS || !HINT.test(text)) return files;
  const named = objectsIn(parseContainer(text)).flatMap((fields) => artifactOf(fields) ?? []);
  return [...files, ...named.filter(isDescribed)];
}

function isDescribed({ mime, sourcesUsed, visibility }: ArtifactRecord): boolean {
  return mime !== null || visibility !== null || sourcesUsed.length > 0;
}

/** Returns the artifact that an object describes; `null` if it has no path. */
export function artifactOf(fields: Fields): ArtifactRecord | null {
  const path = firstText(fields, ["path", "file_path", "filePath", "filename"]);
  if (path === null) return null;
  return {
    path,
    mime: firstText(fields, ["mime", "mime_type", "mimeType", "media_type", "mediaType"]),
    visibility: firstText(fields, ["visibility"]),
    sourcesUsed: sourceNames(fields["sources_used"] ?? fields["sourcesUsed"]),
  };
}

/** Returns the objects at the top of a JSON value, in its list, or in a list under one of the usual names. */
export function objectsIn(value: unknown): readonly Fields[] {
  if (Array.isArray(value)) return value.filter(isRecord);
  if (!isRecord(value)) return [];
  const lists = ["artifacts", "files", "results", "hits", "items", "matches"].flatMap((name) =>
    Array.isArray(value[name]) ? value[name].filter(isRecord) : [],
  );
  return [value, ...lists];
}

/** Parses a text that is a JSON object or array; `undefined` for other texts. */
export function parseContainer(text: string): unknown {
  return /^\s*[[{]/u.test(text) ? parseJson(text) : undefined;
}

function sourceNames(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each) =>
    typeof each === "string" || typeof each === "number" ? [String(each)] : [],
  );
}

function firstText(fields: Fields, names: readonly string[]): string | null {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return null;
}
