import type { JsonRecord } from "./fields.ts";
import type { ImportedThread, SessionSource } from "./imported-session.ts";

/** Reads the records of one file, in order. */
export type Reader = {
  readonly add: (record: JsonRecord) => void;
  readonly finish: () => {
    readonly source: SessionSource;
    readonly threads: readonly ImportedThread[];
  };
};
