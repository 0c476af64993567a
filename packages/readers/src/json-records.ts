import { isRecord } from "@cutpoint/core/kit";
import type { JsonRecord } from "./fields.ts";
import { scanObject } from "./scan-object.ts";

/** Part of a text: a complete record, or text that is none. */
export type Piece = { readonly text: string; readonly record: JsonRecord | null };

/** Returns the parsed value; `undefined` if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** White space, a byte order mark, and what separates the records of a list or document. */
const BETWEEN_RECORDS = /^(?:[\s,[\]]|"\w+"\s*:)*$/u;

/** White space between the brace and the first key of a record, in UTF-16 units. */
const MAX_INDENT = 64;

/**
 * Finds the complete records of a text that is not JSON, such as a line with a torn record before another one.
 *
 * Takes linear time. A record that follows a torn one ends its scan, since its first key is not allowed there.
 *
 * @param accept whether a complete object is a record. If not, it is part of a torn one.
 */
export function splitRecords(
  text: string,
  accept: (record: JsonRecord, text: string) => boolean,
): readonly Piece[] {
  const pieces: Piece[] = [];
  let taken = 0;

  function takeDamaged(end: number): void {
    const damaged = text.slice(taken, end);
    if (!BETWEEN_RECORDS.test(damaged)) pieces.push({ text: damaged, record: null });
    taken = end;
  }

  function take(start: number, end: number): void {
    const own = text.slice(start, end);
    const record = parseJson(own);
    if (!isRecord(record) || !accept(record, own)) return;
    takeDamaged(start);
    pieces.push({ text: own, record });
    taken = end;
  }

  let start = text.indexOf("{");
  while (start !== -1) {
    const { end, inside, isComplete } = scanObject(text, start);
    // Records behind one that is torn within a list look like its elements.
    for (const range of isComplete ? [[start, end] as const] : inside) take(...range);
    const next = isComplete ? end : nextStart(text, start, end);
    start = text.indexOf("{", Math.max(next, taken));
  }
  takeDamaged(text.length);
  return pieces;
}

/** A torn string takes in the start of the next record, up to its first quote. */
function nextStart(text: string, start: number, failedAt: number): number {
  const before = text.lastIndexOf("{", failedAt);
  return before > start && failedAt - before <= MAX_INDENT ? before : failedAt;
}
