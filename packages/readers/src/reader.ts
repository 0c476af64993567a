import type { JsonRecord } from "./fields.ts";
import type { FormatName, ImportedThread, SessionSource } from "./imported-session.ts";
import type { Problems, RecordUse } from "./ledger.ts";

/** Reads the records of one file, in order. */
export type Reader = {
  /** Returns whether the record was used. A function is called after the last record. */
  readonly add: (record: JsonRecord) => RecordUse | (() => RecordUse);
  readonly finish: () => {
    readonly source: SessionSource;
    readonly threads: readonly ImportedThread[];
  };
};

/** How a format is recognized and read. */
export type Format = {
  readonly name: FormatName;
  /** Whether only this format has such a record. */
  readonly hasMark: (record: JsonRecord) => boolean;
  /** Returns the records inside a record; `null` if it is one itself. */
  readonly split?: (record: JsonRecord) => readonly unknown[] | null;
  readonly createReader: (problems: Problems) => Reader;
};
