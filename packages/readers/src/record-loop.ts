import { isRecord } from "@cutpoint/core/kit";
import type { JsonRecord } from "./fields.ts";
import { type Layout, parseRecord, splitRecords } from "./json-records.ts";
import type { Ledger } from "./ledger.ts";
import type { Format, Reader } from "./reader.ts";

/** A line of a file. `isComplete` is `false` if it is still being written. */
export type Line = { readonly text: string; readonly number: number; readonly isComplete: boolean };

/** Passes the records of a file to the reader of its format and counts each one. */
export type RecordLoop = {
  readonly addLine: (line: Line) => void;
  /** @param text of the record in the file, if it is known */
  readonly addValue: (value: unknown, line: number, text?: string) => void;
  /** Adds the records of a list that is not complete JSON. */
  readonly addList: (text: string) => void;
  readonly finish: Reader["finish"];
};

/** What the loop needs of a format. */
export type LoopFormat = Pick<Format, "createReader" | "split">;

export function createRecordLoop({ createReader, split }: LoopFormat, ledger: Ledger): RecordLoop {
  const reader = createReader(ledger);

  /** Files of other tools contain anything: what a reader cannot read is counted. */
  function use(record: JsonRecord): ReturnType<Reader["add"]> {
    try {
      return reader.add(record);
    } catch {
      return "bad-line";
    }
  }

  function addValue(value: unknown, line: number, text?: string): void {
    ledger.moveTo(line);
    const parts = isRecord(value) ? (split?.(value) ?? null) : null;
    if (parts !== null) for (const part of parts) addRecord(part);
    else addRecord(value, text);
  }

  function addRecord(value: unknown, text?: string): void {
    const record = isRecord(value) ? value : null;
    const result = record === null ? "bad-line" : use(record);
    ledger.count(result, record, result === "used" ? "" : (text ?? textOf(value)));
  }

  /** An object of an unknown type is part of a torn record, unless it is the last one of its line. */
  function addDamaged({ isComplete, number, text }: Line, layout: Layout): void {
    ledger.moveTo(number);
    const pieces = splitRecords(text, layout, (record, own, isWhole) => {
      if (Array.isArray(split?.(record))) {
        addValue(record, number);
        return true;
      }
      const result = use(record);
      const isKnown = result !== "unknown-type" && result !== "bad-line";
      if (isKnown || isWhole) ledger.count(result, record, own);
      return isKnown || isWhole;
    });
    for (const { record, text: piece } of pieces)
      if (record === null) ledger.count(isComplete ? "bad-line" : "unfinished", null, piece);
  }

  return {
    addLine(line) {
      const record = parseRecord(line.text);
      if (record !== null) addValue(record, line.number, line.text);
      else if (line.text.trim() !== "") addDamaged(line, "lines");
    },
    addValue,
    addList: (text) => addDamaged({ text, number: 1, isComplete: true }, "list"),
    finish: () => reader.finish(),
  };
}

/** Values that are nested too deeply have no text. */
function textOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "";
  }
}
