import type { JsonRecord } from "./fields.ts";
import type { ImportedThread, SessionSource } from "./imported-session.ts";
import type { Problems } from "./problems.ts";

/** Reads the records of one file, in order. */
export type Reader = {
  readonly add: (record: JsonRecord) => void;
  readonly finish: () => {
    readonly source: SessionSource;
    readonly threads: readonly ImportedThread[];
  };
};

/** Passes a record on. A record that cannot be read is counted, since files of other tools may contain anything. */
export function addRecord(
  reader: Reader,
  problems: Problems,
  [record, line]: readonly [JsonRecord, number],
): void {
  problems.moveTo(line);
  try {
    reader.add(record);
  } catch {
    problems.report("bad-line");
  }
}
