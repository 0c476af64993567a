import { isRecord, parseJson } from "@cutpoint/core/kit";
import type { JsonRecord } from "./fields.ts";
import { type Range, scanObject } from "./scan-object.ts";

/** Part of a text: a complete record, or text that is none. */
export type Piece = { readonly text: string; readonly record: JsonRecord | null };

/** Returns the record of a line; `null` if the line is not a complete one. */
export function parseRecord(line: string): JsonRecord | null {
  const text = line.trim();
  const value = text.startsWith("{") && text.endsWith("}") ? parseJson(text) : undefined;
  return isRecord(value) ? value : null;
}

/** White space, a byte order mark, and what separates the records of a list or document. */
const BETWEEN_RECORDS = /^(?:[\s,[\]]|"\w+"\s*:)*$/u;

/** White space between the brace and the first key of a record, in UTF-16 units. */
const MAX_INDENT = 64;

/** What follows a record of a layout. */
const END_OF_RECORD: Readonly<Record<Layout, RegExp>> = {
  lines: /^\s*(?:$|\{)/u,
  list: /^\s*(?:$|[{,])/u,
};

/** How a text contains records: one after another, or as the elements of a list. */
export type Layout = "lines" | "list";

/**
 * Decides whether a complete object is a record. If not, it is part of a torn one.
 *
 * @param isWhole whether the text behind it can follow a record
 */
export type Accept = (record: JsonRecord, text: string, isWhole: boolean) => boolean;

/**
 * Finds the complete records of a text that is not JSON, such as a line with a torn record before another one.
 *
 * Takes linear time. A record that follows a torn one ends its scan, since its first key is not allowed there.
 */
export function splitRecords(text: string, layout: Layout, accept: Accept): readonly Piece[] {
  const pieces: Piece[] = [];
  let taken = 0;

  function takeDamaged(end: number): void {
    const damaged = text.slice(taken, end);
    if (!BETWEEN_RECORDS.test(damaged)) pieces.push({ text: damaged, record: null });
    taken = end;
  }

  function take([start, end]: Range, isComplete: boolean): void {
    const own = text.slice(start, end);
    const record = parseJson(own);
    const behind = text.slice(end, end + MAX_INDENT);
    const isWhole = isComplete && END_OF_RECORD[layout].test(behind);
    if (!isRecord(record) || !accept(record, own, isWhole)) return;
    takeDamaged(start);
    pieces.push({ text: own, record });
    taken = end;
  }

  let start = text.indexOf("{");
  while (start !== -1) {
    const { end, inside, isComplete } = scanObject(text, start);
    if (isComplete) take([start, end], true);
    // Records behind a torn one can look like its last value, or like elements of its list.
    else
      for (const range of inside)
        if (layout === "list" || text.slice(range[1], end).trim() === "") take(range, false);
    const next = isComplete ? end : nextStart(text, start, end);
    start = text.indexOf("{", Math.max(next, taken));
  }
  takeDamaged(text.length);
  return pieces;
}

/** A torn string takes in the start of the next record, up to its first quote. */
function nextStart(text: string, start: number, failedAt: number): number {
  if (failedAt === text.length) return failedAt;
  const before = text.lastIndexOf("{", failedAt);
  return before > start && failedAt - before <= MAX_INDENT ? before : failedAt;
}
