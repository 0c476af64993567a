import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { CutpointError } from "@cutpoint/core";
import type { Entry } from "@cutpoint/session";
import { transcriptOfEntries } from "./transcript-of-entries.ts";
import type { Transcript } from "./transcript.ts";

/** End of a line that `@cutpoint/store-jsonl` did not finish writing. */
const TORN = " #torn";

/**
 * Reads a log of `@cutpoint/store-jsonl`, or a file with one entry per line.
 *
 * @throws `invalid-input` if the file cannot be read or a line is not an entry
 */
export function readLogFile(path: string): Promise<Transcript> {
  return transcriptOfEntries(entriesIn(path), { id: path });
}

async function* entriesIn(path: string): AsyncGenerator<Entry> {
  let number = 0;
  try {
    for await (const line of createInterface({ input: createReadStream(path, "utf8") })) {
      number += 1;
      if (line.trim() !== "" && !line.endsWith(TORN)) yield* entriesOf(JSON.parse(line) as object);
    }
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new CutpointError("invalid-input", `${path}, line ${number}: ${why}`, { cause });
  }
}

/** A line is a header, an entry, or all entries of one append. */
function entriesOf(line: {
  readonly format?: unknown;
  readonly entries?: unknown;
}): readonly Entry[] {
  if (line.format !== undefined) return [];
  return Array.isArray(line.entries) ? (line.entries as Entry[]) : [line as Entry];
}
