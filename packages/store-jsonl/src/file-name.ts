import { createHash } from "node:crypto";

const READABLE_CHARACTERS = 40;

/** What every name made by {@link fileName} looks like. */
export const FILE_NAME: RegExp = /^(?:[a-z0-9-]+-)?[0-9a-f]{32}\.jsonl$/;

/**
 * The name of a session's file: what is readable of the id, then 128 bits of its SHA-256.
 *
 * A hash, since an id may hold anything: slashes, a thousand characters, lone surrogates, two ids that differ by case
 * alone on a file system that does not tell case apart. The id itself stands in the first line of the file.
 */
export function fileName(sessionId: string): string {
  const readable = sessionId
    .slice(0, READABLE_CHARACTERS)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  const hash = createHash("sha256").update(Buffer.from(sessionId, "utf16le")).digest("hex");
  return `${readable === "" ? "" : `${readable}-`}${hash.slice(0, 32)}.jsonl`;
}
