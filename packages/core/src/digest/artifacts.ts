import type { ArtifactRecord } from "../message/digest.ts";
import { type FilePart, textOf, type ToolMessage } from "../message/message.ts";

const MAX_JSON_CHARACTERS = 200_000;
const HINT =
  /"(?:mime|mime_type|mimeType|media_type|mediaType|visibility|sources_used|sourcesUsed)"/u;

type Fields = Readonly<Record<string, unknown>>;

/**
 * What a result put out for its user: each JSON object in it (the whole text, or an element of its list, or of a list
 * under `artifacts` or `files`) that has a `path` and at least one of mime type, visibility and sources used; and each
 * file part with a name.
 */
export function artifactsOf(result: ToolMessage): readonly ArtifactRecord[] {
  const files = result.parts
    .filter((part): part is FilePart => part.type === "file")
    .flatMap((part) => (part.name === undefined ? [] : [fileArtifact(part.name, part.mediaType)]));
  return [...files, ...describedArtifacts(textOf(result))];
}

function fileArtifact(path: string, mime: string): ArtifactRecord {
  return { path, mime, visibility: null, sourcesUsed: [] };
}

function describedArtifacts(text: string): readonly ArtifactRecord[] {
  if (text.length > MAX_JSON_CHARACTERS || !HINT.test(text)) return [];
  return objectsIn(jsonOf(text)).flatMap((fields) => {
    const artifact = artifactOf(fields);
    const isTold =
      artifact?.mime !== null || artifact.visibility !== null || artifact.sourcesUsed.length > 0;
    return artifact !== null && isTold ? [artifact] : [];
  });
}

/** The artifact that the fields of an object describe; `null` where they name no path. */
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

/** The objects that stand at the top of a JSON value, in its list, or in its list of the usual names. */
export function objectsIn(value: unknown): readonly Fields[] {
  if (Array.isArray(value)) return value.filter(isFields);
  if (!isFields(value)) return [];
  const lists = ["artifacts", "files", "results", "hits", "items", "matches"].flatMap((name) =>
    Array.isArray(value[name]) ? value[name].filter(isFields) : [],
  );
  return [value, ...lists];
}

/** A text as JSON; `undefined` where it is none. */
export function jsonOf(text: string): unknown {
  const start = text.trimStart().charAt(0);
  if (start !== "{" && start !== "[") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
