import type { Entry, ReadOptions } from "@cutpoint/session/store";
import { unknownEntryError } from "@cutpoint/session/store";
import type { LogReader } from "./log-reader.ts";
import { entriesAndHoles } from "./log-reader.ts";
import { relinked } from "./relink.ts";

/** The entries of a log; `unknown-entry` where `from` is not among them. */
export async function* entriesOf(
  reader: LogReader,
  sessionId: string,
  { from, order = "oldest-first" }: ReadOptions,
): AsyncGenerator<Entry> {
  let isFound = from === undefined;
  const entries = entriesAndHoles(reader, from, order, reader.report);
  const linked = reader.isLenient ? relinked(reader, entries, order) : entries;
  for await (const entry of linked) {
    isFound = true;
    if (entry !== null) yield entry;
  }
  if (!isFound) throw unknownEntryError("from", from ?? "", sessionId);
}
