import { isUtf8 } from "node:buffer";
import { isDeepStrictEqual } from "node:util";
import { CutpointError } from "@cutpoint/core";
import type { Entry } from "@cutpoint/core";
import { parseEntry } from "@cutpoint/core/schema";
import type { Line } from "./lines.ts";

/**
 * Closes a line that was not written to its end, as no JSON text can end: what was torn stays where it is and is no
 * part of the log, whatever it looks like.
 */
const SEAL = " #torn";

/** Entries on their way into a log. */
export type Batch = {
  /** What to write: an entry, or an array where there are several. */
  readonly line: string;
  /** The JSON text of each by its id, in order. */
  readonly texts: ReadonlyMap<string, string>;
  /** The id of the last; `null` where there are none. */
  readonly head: string | null;
};

/**
 * @throws `duplicate-id` where an id is in the batch twice; `invalid-input` where an entry has no id or cannot be
 *   written as JSON
 */
export function encodeBatch(entries: readonly Entry[]): Batch {
  const texts = new Map<string, string>();
  for (const [index, entry] of entries.entries()) {
    const id = requireId(entry, `entries[${index}]`);
    if (texts.has(id)) throw duplicateId(id);
    texts.set(id, encode(entry, `entries[${index}]`));
  }
  const joined = [...texts.values()].join(",");
  const line = texts.size === 1 ? joined : `[${joined}]`;
  return { line, texts, head: entries.at(-1)?.id ?? null };
}

function requireId(entry: Partial<Entry> | null, field: string): string {
  const id: unknown = entry?.id;
  if (typeof id === "string" && id !== "") return id;
  const given = JSON.stringify(id) ?? "undefined";
  throw new CutpointError(
    "invalid-input",
    `${field}.id is ${given}: it should be a text that is not empty`,
  );
}

function encode(entry: Entry, field: string): string {
  try {
    return JSON.stringify(entry);
  } catch (cause) {
    throw new CutpointError("invalid-input", `${field} cannot be written as JSON`, { cause });
  }
}

/** What to write before a line where the file ends in `tornBytes` of an unfinished one. */
export function sealOf(tornBytes: number): string {
  return tornBytes === 0 ? "" : `${SEAL}\n`;
}

/** Whether a line was written to its end and holds something. */
export function isWhole({ bytes, ended }: Line): boolean {
  return ended && bytes.length > 0 && !endsWith(bytes, SEAL);
}

function endsWith(bytes: Buffer, text: string): boolean {
  return bytes.toString("latin1", Math.max(0, bytes.length - text.length)) === text;
}

/** The entries of a line in order; throws where they cannot be read. */
export function decodeLine(line: Line): readonly Entry[] {
  const value: unknown = parseText(line.bytes);
  return (Array.isArray(value) ? value : [value]).map((entry) => parseEntry(entry));
}

function parseText(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new CutpointError("corrupt-log", "the line is not UTF-8");
  return JSON.parse(bytes.toString());
}

/** The part of a line by which the entry of an id is recognised without parsing the line. */
export function traceOf(id: string): Buffer {
  return Buffer.from(`"id":${JSON.stringify(id)}`);
}

/**
 * Whether a stored entry is the one of the same id in the batch.
 *
 * @throws `duplicate-id` where the content is another
 */
export function requireSame(stored: Entry, batch: Batch): void {
  const text = batch.texts.get(stored.id);
  if (text !== undefined && !isDeepStrictEqual(stored, JSON.parse(text)))
    throw duplicateId(stored.id);
}

function duplicateId(id: string): CutpointError {
  return new CutpointError(
    "duplicate-id",
    `an entry of id "${id}" is there already: ids are used once in a session`,
  );
}
