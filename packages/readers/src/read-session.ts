import { CutpointError } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { createClaudeCodeReader } from "./claude-code/reader.ts";
import { detectLineFormat } from "./detect.ts";
import type { JsonRecord } from "./fields.ts";
import type { ImportedSession } from "./imported-session.ts";
import { lineBatches, type SessionInput } from "./lines.ts";
import { createProblems, type Problems } from "./problems.ts";
import type { Reader } from "./reader.ts";

export type ReadSessionOptions = {
  /** Receives the number of bytes, or characters of a text, that were read so far. */
  readonly onProgress?: (read: number) => void;
};

/** Records that are read before the format must be clear. */
const DETECTED_RECORDS = 50;

/**
 * Reads a session of any supported tool. The format is detected by the content.
 *
 * Lines that cannot be read are counted in `problems`. A last line without a line break is still being written: it is
 * ignored unless it is complete.
 *
 * @throws `invalid-input` if the format is unknown
 */
export async function readSession(
  input: SessionInput,
  { onProgress }: ReadSessionOptions = {},
): Promise<ImportedSession> {
  const problems = createProblems();
  const waiting: [JsonRecord, number][] = [];
  let reader: Reader | null = null;
  let number = 0;
  for await (const { lines, isComplete } of lineBatches(input, onProgress))
    for (const line of lines) {
      number += 1;
      const record = parseLine(line);
      if (record === undefined) continue;
      if (record === null) {
        problems.moveTo(number);
        if (isComplete) problems.report("bad-line");
        continue;
      }
      if (reader === null) {
        waiting.push([record, number]);
        if (waiting.length >= DETECTED_RECORDS) reader = start(waiting, problems);
      } else addRecord(reader, problems, [record, number]);
    }
  reader ??= start(waiting, problems);
  problems.moveTo(0);
  return { ...reader.finish(), problems: problems.list() };
}

/** Returns `undefined` for an empty line, `null` for one that is not a JSON object. */
function parseLine(line: string): JsonRecord | null | undefined {
  if (line.trim() === "") return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function start(records: readonly [JsonRecord, number][], problems: Problems): Reader {
  const format = detectLineFormat(records.map(([record]) => record));
  if (format === null)
    throw new CutpointError(
      "invalid-input",
      "the session has an unknown format: expected a session of Claude Code",
    );
  const reader = createClaudeCodeReader(problems);
  for (const record of records) addRecord(reader, problems, record);
  return reader;
}

/** A record that cannot be read is counted, since files of other tools may contain anything. */
function addRecord(
  reader: Reader,
  problems: Problems,
  [record, number]: readonly [JsonRecord, number],
): void {
  problems.moveTo(number);
  try {
    reader.add(record);
  } catch {
    problems.report("bad-line");
  }
}
