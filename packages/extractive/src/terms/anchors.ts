import { LETTERS } from "../read/sentences.ts";

/** Web addresses, and runs of characters that occur in names, paths and numbers. */
const CHUNK = /https?:\/\/[^\s"'`<>()[\]{}\\]{1,300}|[\p{L}\p{N}_@~./$-]{3,}/gu;
const MAX_ANCHOR_CHARACTERS = 200;

/** Kind of an exact token in a text. */
export type AnchorKind = "address" | "path" | "number" | "id" | "dotted" | "name" | "capitals";

/**
 * Returns the first `limit` distinct paths, addresses, ids, identifiers, dates and numbers of a line. Numbers need
 * three digits. A line number after a path (`:120`) is not part of the path.
 */
export function anchorsOf(line: string, limit = 16): readonly string[] {
  const anchors = new Set<string>();
  for (const chunk of line.match(CHUNK) ?? []) {
    if (anchors.size >= limit) break;
    addAnchors(chunk, anchors);
  }
  return [...anchors];
}

/** Skips most words without running the other patterns. */
const PLAIN_WORD = /^[A-Z]?[a-z]+$/u;

function addAnchors(chunk: string, anchors: Set<string>): void {
  if (PLAIN_WORD.test(chunk)) return;
  const word = trimmed(chunk);
  const kind = anchorKind(word);
  if (kind === null) {
    if (word.includes("/")) for (const part of word.split("/")) addAnchors(part, anchors);
    return;
  }
  if (kind !== "dotted") {
    anchors.add(word);
    return;
  }
  const named = word.split(".").filter((part) => anchorKind(part) === "name");
  for (const name of named.length === 0 ? [word] : named) anchors.add(name);
}

function trimmed(chunk: string): string {
  let end = chunk.length;
  while (end > 0 && "./-~@$".includes(chunk.charAt(end - 1))) end -= 1;
  if (chunk.startsWith("http")) while (",;:!?#*_".includes(chunk.charAt(end - 1))) end -= 1;
  return chunk.slice(0, end).replace(/^[-@]*(?:\.\/)?/u, "");
}

/** Returns the kind of an exact token, or `null` for a plain word. */
export function anchorKind(word: string): AnchorKind | null {
  const { length } = word;
  if (length < 3 || length > MAX_ANCHOR_CHARACTERS) return null;
  if (word.startsWith("http") && word.includes("://")) return "address";
  if (/^\$?\d[\d.]*$/u.test(word)) return "number";
  if (word.includes("/")) return isPath(word) ? "path" : null;
  if (/[\w-]@[\w-]+\.\w/u.test(word)) return "address";
  if (length > 3 && /\.[a-z][a-z0-9]{0,4}$/u.test(word)) return "path";
  if (length > 3 && /^[\p{L}_][\p{L}\p{N}_-]*(?:\.[\p{L}_][\p{L}\p{N}_-]*)+$/u.test(word))
    return "dotted";
  if (/[\p{L}\p{N}]_+[\p{L}\p{N}]|^_+\p{L}|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(word)) return "name";
  if (/\d/u.test(word) && /\p{L}/u.test(word)) return "id";
  return /^\d[\d-]+$/u.test(word) ? "number" : /^[A-Z]{3,}$/u.test(word) ? "capitals" : null;
}

/** Slashes also separate alternatives, dates and units. */
function isPath(word: string): boolean {
  if (!LETTERS.test(word)) return false;
  if (/^(?:~|\.\.?)?\//u.test(word)) return word.length > 4;
  const slashes = word.split("/").length - 1;
  if (slashes > 1) return !/^\p{L}{1,4}(?:\/\p{L}{1,4})+$/u.test(word);
  return /[\w][._-]\w|\/\./u.test(word);
}

const PHRASE = /"[^"\n\\]{5,80}"|`[^`\n]{5,80}`/gu;

/** Returns the quoted texts of a line that have several words: commands, messages, titles. */
export function phrasesOf(line: string): readonly string[] {
  const quoted = line.match(PHRASE);
  if (quoted === null) return [];
  const phrases = new Set(quoted.map((phrase) => phrase.slice(1, -1).trim()));
  return [...phrases].filter(
    (phrase) => phrase.split(/\s/u).filter((word) => LETTERS.test(word)).length > 1,
  );
}
