import type { ConformanceCase } from "../conformance-case.ts";

/** How many records of a file a reader used. */
export type ReaderCounts = {
  readonly total: number;
  readonly used: number;
  readonly unused: readonly { readonly records: number }[];
};

/** Gives the suite access to a reader of session files. */
export interface ReaderRig {
  /** The records of an intact file in order, each as JSON in one line. At least four. */
  readonly records: readonly string[];
  /** Returns the text of a file with these records. Some of them are damaged. */
  readonly join: (records: readonly string[]) => string;
  /** Reads a file. The first record is always intact. */
  readonly read: (file: string) => Promise<ReaderCounts>;
}

export type ReaderCase = ConformanceCase<ReaderRig>;
