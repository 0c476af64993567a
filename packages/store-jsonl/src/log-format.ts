import { isUtf8 } from "node:buffer";
import { CutpointError } from "@cutpoint/session/store";
import type { Entry } from "@cutpoint/session";
import { type Batch, readEntry } from "@cutpoint/session/store";
import type { Line } from "./lines.ts";

/** Marks a line as torn. No JSON text ends like this, so the line stays in the file and is skipped by every reader. */
const TORN_SUFFIX = " #torn";

/** Starts of the lines that this version writes. They let a reader find the ids without parsing the entries. */
const SINGLE = Buffer.from('{"id":"');

const BATCH = Buffer.from('{"batch":[');

/** Ends the ids of a batch. An id cannot contain it, because JSON escapes quotation marks. */
const ENTRIES = '],"entries":[';

const PARENT = Buffer.from('"parentId":');

const QUOTE = 0x22;

const BACKSLASH = 0x5c;

/** Returns the line of an append: the entry, or `{"batch":[ids],"entries":[…]}` for several entries. */
export function lineOf({ entries }: Batch): string {
  const [only] = entries.values();
  if (entries.size === 1 && only !== undefined) return only.text;
  const ids = [...entries.keys()].map((id) => JSON.stringify(id));
  const texts = [...entries.values()].map((entry) => entry.text);
  return `${BATCH.toString()}${ids.join(",")}${ENTRIES}${texts.join(",")}]}`;
}

/** Returns the text that closes a torn line of `tornBytes` bytes. */
export function tornSuffix(tornBytes: number): string {
  return tornBytes === 0 ? "" : `${TORN_SUFFIX}\n`;
}

/** Returns whether a line has its line break and contains entries. */
export function isComplete({ bytes, ended }: Line): boolean {
  return ended && bytes.length > 0 && !isTorn(bytes);
}

/** Returns whether a line was torn and then closed. */
export function isTorn(bytes: Buffer): boolean {
  return bytes.toString("latin1", Math.max(0, bytes.length - TORN_SUFFIX.length)) === TORN_SUFFIX;
}

/** Parses the entries of a line. Throws if they cannot be read. */
export function decodeLine(bytes: Buffer): readonly Entry[] {
  if (!isUtf8(bytes)) throw new CutpointError("corrupt-log", "the line is not UTF-8");
  const value: unknown = JSON.parse(bytes.toString());
  return isBatch(value) ? value.entries.map((entry) => readEntry(entry)) : [readEntry(value)];
}

function isBatch(value: unknown): value is { readonly entries: readonly unknown[] } {
  if (typeof value !== "object" || value === null || !("batch" in value)) return false;
  return "entries" in value && Array.isArray(value.entries);
}

/** Returns the ids in a line without parsing the entries, or `null` if this version did not write the line. */
export function idsOf(bytes: Buffer): readonly string[] | null {
  try {
    if (startsWith(bytes, SINGLE)) {
      const end = endOfText(bytes, SINGLE.length);
      return end === -1 ? null : [textAt(bytes, SINGLE.length, end)];
    }
    if (!startsWith(bytes, BATCH)) return null;
    const end = bytes.indexOf(ENTRIES);
    if (end === -1) return null;
    return JSON.parse(bytes.toString("utf8", BATCH.length - 1, end + 1)) as readonly string[];
  } catch {
    return null;
  }
}

/**
 * Returns the parent of the first entry in a damaged line, or `undefined` if it cannot be read.
 *
 * A key inside a text does not match, because JSON escapes its quotation marks.
 */
export function parentIn(bytes: Buffer): string | null | undefined {
  const start = bytes.indexOf(PARENT);
  if (start === -1) return undefined;
  const from = start + PARENT.length;
  if (bytes.toString("latin1", from, from + 4) === "null") return null;
  const end = bytes[from] === QUOTE ? endOfText(bytes, from + 1) : -1;
  try {
    return end === -1 ? undefined : textAt(bytes, from + 1, end);
  } catch {
    return undefined;
  }
}

/**
 * Returns whether the line contains exactly the entry with this id, given as JSON text. `null` if it cannot be decided
 * from the start of the line.
 */
export function hasSingleId(bytes: Buffer, key: Buffer): boolean | null {
  if (!startsWith(bytes, SINGLE)) return null;
  const end = SINGLE.length + key.length;
  return bytes[end] === QUOTE && bytes.compare(key, 0, key.length, SINGLE.length, end) === 0;
}

/** Returns the position of the id in a line with a single entry, or -1 for other lines. */
export function startOfSingleId(block: Uint8Array, start: number): number {
  for (let at = 0; at < SINGLE.length; at += 1) if (block[start + at] !== SINGLE[at]) return -1;
  return start + SINGLE.length;
}

function startsWith(bytes: Buffer, start: Buffer): boolean {
  return (
    bytes.length > start.length && bytes.compare(start, 0, start.length, 0, start.length) === 0
  );
}

function endOfText(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] === QUOTE) return at;
    if (bytes[at] === BACKSLASH) at += 1;
  }
  return -1;
}

function textAt(bytes: Buffer, start: number, end: number): string {
  return JSON.parse(bytes.toString("utf8", start - 1, end + 1)) as string;
}
