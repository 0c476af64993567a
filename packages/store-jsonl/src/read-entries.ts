import type { Entry, ReadOptions } from "@cutpoint/session/store";
import { unknownEntryError } from "@cutpoint/session/store";
import type { LogReader } from "./log-reader.ts";
import { readWithGaps } from "./log-reader.ts";
import { relinkEntries } from "./relink-entries.ts";

/**
 * Yields the entries of a log.
 *
 * @param field names `from` in the error
 * @throws `unknown-entry` if `from` is not in the log
 */
export async function* readEntries(
  reader: LogReader,
  sessionId: string,
  { from, order = "oldest-first" }: ReadOptions,
  field = "from",
): AsyncGenerator<Entry> {
  let isFound = from === undefined;
  await using faults = reader.openFaults();
  const entries = readWithGaps(reader, from, order, faults.report);
  const linked = reader.isLenient ? relinkEntries(reader, entries, order) : entries;
  for await (const entry of linked) {
    isFound = true;
    if (entry !== null) yield entry;
  }
  if (!isFound) throw unknownEntryError(field, from ?? "", sessionId);
}
