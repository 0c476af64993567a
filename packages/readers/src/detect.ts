import type { JsonRecord } from "./fields.ts";
import type { FormatName } from "./imported-session.ts";

/** The formats with one record per line, by what one of the first records contains. */
const LINE_FORMATS: readonly (readonly [FormatName, (record: JsonRecord) => boolean])[] = [
  ["claude-code", (record) => has(record, "uuid", "parentUuid", "sessionId")],
];

/** Returns the format of a file with one record per line; `null` if it is unknown. */
export function detectLineFormat(records: readonly JsonRecord[]): FormatName | null {
  for (const record of records)
    for (const [format, fits] of LINE_FORMATS) if (fits(record)) return format;
  return null;
}

function has(record: JsonRecord, ...keys: readonly string[]): boolean {
  return keys.every((key) => record[key] !== undefined);
}
