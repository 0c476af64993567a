import type { JsonRecord } from "./fields.ts";
import { LISTS, SESSIONS } from "./formats.ts";
import type { Format } from "./reader.ts";
import { UNREAD } from "./unread-formats.ts";

/**
 * Finds the format whose marks most records have, so that records of another tool do not decide. Names of files do not
 * count.
 *
 * Returns the name of the tool if its files are known but not read, and `null` if no format fits.
 */
export function detectFormat(records: readonly JsonRecord[]): Format | string | null {
  const candidates: readonly (readonly [Format | string, number])[] = [
    ...SESSIONS.map((format) => [format, count(records, format.hasMark)] as const),
    ...UNREAD.map(([tool, hasMark]) => [tool, count(records, hasMark)] as const),
    ...LISTS.map((format) => [format, countFitting(records, format)] as const),
  ];
  const most = Math.max(...candidates.map(([, score]) => score));
  return most === 0 ? null : (candidates.find(([, score]) => score === most)?.[0] ?? null);
}

function count(records: readonly JsonRecord[], test: (record: JsonRecord) => boolean): number {
  return records.reduce((sum, record) => sum + Number(test(record)), 0);
}

function countFitting(
  records: readonly JsonRecord[],
  { fits, hasMark }: (typeof LISTS)[number],
): number {
  const fitting = count(records, fits);
  return fitting * 2 >= records.length && records.some(hasMark) ? fitting : 0;
}
