import { createHash } from "node:crypto";

const READABLE_CHARACTERS = 40;

/** Matches every name that {@link fileName} returns. */
export const FILE_NAME: RegExp = /^(?:[a-z0-9-]+-)?[0-9a-f]{32}\.jsonl$/;

/**
 * Returns the file name of a session: the readable characters of its id, then 128 bits of the id's SHA-256.
 *
 * The hash allows any id: with slashes, with 1,000 characters, with lone surrogates, or with different case on a file
 * system that ignores case. The id itself is in the first line of the file.
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
