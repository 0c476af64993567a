import { isUtf8 } from "node:buffer";
import { CutpointError } from "@cutpoint/session/store";
import type { Entry } from "@cutpoint/session";
import { type Batch, readEntry } from "@cutpoint/session/store";
import type { Line } from "./lines.ts";

/**
 * Closes a line that was not written to its end, as no JSON text can end: what was torn stays where it is and is no
 * part of the log, whatever it looks like.
 */
const SEAL = " #torn";

/** How the lines begin that this release writes: the ids can be read without the rest. */
const SINGLE = Buffer.from('{"id":"');

const BATCH = Buffer.from('{"batch":[');

/** Ends the ids of a batch. It cannot stand within an id, since a quotation mark in a JSON text has a `\` before it. */
const ENTRIES = '],"entries":[';

const PARENT = Buffer.from('"parentId":');

const QUOTE = 0x22;

const BACKSLASH = 0x5c;

/** The line of an append: its entry, or `{"batch":[ids],"entries":[…]}` where there are several. */
export function lineOf({ entries }: Batch): string {
  const [only] = entries.values();
  if (entries.size === 1 && only !== undefined) return only.text;
  const ids = [...entries.keys()].map((id) => JSON.stringify(id));
  const texts = [...entries.values()].map((entry) => entry.text);
  return `${BATCH.toString()}${ids.join(",")}${ENTRIES}${texts.join(",")}]}`;
}

/** What to write before a line where the file ends in `tornBytes` of an unfinished one. */
export function sealOf(tornBytes: number): string {
  return tornBytes === 0 ? "" : `${SEAL}\n`;
}

/** Whether a line was written to its end and holds something. */
export function isWhole({ bytes, ended }: Line): boolean {
  return ended && bytes.length > 0 && !isSealed(bytes);
}

/** Whether a line was torn and closed off. */
export function isSealed(bytes: Buffer): boolean {
  return bytes.toString("latin1", Math.max(0, bytes.length - SEAL.length)) === SEAL;
}

/** The entries of a line in order; throws where they cannot be read. */
export function decodeLine(bytes: Buffer): readonly Entry[] {
  if (!isUtf8(bytes)) throw new CutpointError("corrupt-log", "the line is not UTF-8");
  const value: unknown = JSON.parse(bytes.toString());
  return isBatch(value) ? value.entries.map((entry) => readEntry(entry)) : [readEntry(value)];
}

function isBatch(value: unknown): value is { readonly entries: readonly unknown[] } {
  if (typeof value !== "object" || value === null || !("batch" in value)) return false;
  return "entries" in value && Array.isArray(value.entries);
}

/**
 * The ids in a line, without looking at the rest of it; `null` where it does not begin as this release begins one.
 */
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
 * The first parent in a damaged line, which is that of its first entry: `undefined` if it cannot be read.
 *
 * A key within a text cannot be taken for it, since its quotation marks have a `\` before them.
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

/** Whether the only id in a line is given by its JSON text; `null` where the line holds several, or begins otherwise. */
export function hasSingleId(bytes: Buffer, key: Buffer): boolean | null {
  if (!startsWith(bytes, SINGLE)) return null;
  const end = SINGLE.length + key.length;
  return bytes[end] === QUOTE && bytes.compare(key, 0, key.length, SINGLE.length, end) === 0;
}

/** Where in a block the JSON text of an id begins, if a line that begins at `start` holds one entry; else -1. */
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
