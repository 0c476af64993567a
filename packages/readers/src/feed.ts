import { CutpointError } from "@cutpoint/core";
import { isRecord, parseJson } from "@cutpoint/core/kit";
import { conversationLines } from "./conversation-lines.ts";
import { detectFormat } from "./detect.ts";
import type { JsonRecord } from "./fields.ts";
import type { ImportedSession } from "./imported-session.ts";
import { type Accept, type Layout, parseRecord, splitRecords } from "./json-records.ts";
import { createLedger } from "./ledger.ts";
import { messagesIn } from "./messages-in.ts";
import { createRecordLoop, type Line, type LoopFormat, type RecordLoop } from "./record-loop.ts";

/** Takes lines until the format is clear, then passes them on. */
export type Feed = {
  /** @throws `invalid-input` if the format is unknown, and too much text waits for it */
  readonly addLine: (text: string, isComplete: boolean) => void;
  /** @throws `invalid-input` if the format is unknown */
  readonly end: () => ImportedSession;
};

/** Lines that are read before the first search for the format. The next one is after twice as many. */
const DETECTED_LINES = 50;

/** UTF-16 units of the text that waits for its format. Each line counts as 128 more, which is its size in memory. */
const MAX_WAITING = 2 ** 29;
const LINE_WEIGHT = 128;

export function createFeed(): Feed {
  const ledger = createLedger();
  const waiting: Line[] = [];
  let number = 0;
  let size = 0;
  let nextSearch = DETECTED_LINES;
  let loop: RecordLoop | null = null;

  function start(format: LoopFormat, lines: readonly Line[] = waiting): RecordLoop {
    const started = createRecordLoop(format, ledger);
    for (const line of lines) started.addLine(line);
    waiting.length = 0;
    return started;
  }

  /** A JSON document over several lines does not begin with a complete record. */
  function startLines(): RecordLoop | null {
    if (parseRecord(waiting[0]?.text ?? "") === null) return null;
    const format = formatOf(waiting.flatMap(({ text }) => recordOf(text)));
    return format === null ? null : start(format);
  }

  function startDocument(text: string): RecordLoop | null {
    const document = parseJson(text);
    const values: readonly unknown[] = Array.isArray(document) ? document : [document];
    const format = formatOf(values.filter(isRecord));
    if (format === null) return null;
    const started = start(format, []);
    const parts = isRecord(document) ? (format.split?.(document) ?? values) : values;
    for (const [index, part] of parts.entries()) started.addValue(part, index + 1);
    return started;
  }

  /** Reads the complete records of damaged lines, or of a damaged document. */
  function startDamaged(text: string): RecordLoop | null {
    const ofLines = waiting.flatMap((line) => recordsIn(line.text, "lines"));
    const { header, list } = openDocument(text);
    const isDocument = !waiting.some((line) => parseRecord(line.text) !== null);
    const ofList = isDocument ? [...header, ...recordsIn(list, "list")] : [];
    const isList =
      isDocument && (header.length > 0 || text.startsWith("[") || ofList.length > ofLines.length);
    const format = formatOf(isList ? ofList : ofLines);
    if (format === null || !isList) return format === null ? null : start(format);
    const started = start(format, []);
    for (const record of header) started.addValue(record, 1);
    started.addList(list);
    return started;
  }

  return {
    addLine(text, isComplete) {
      number += 1;
      const line = { text, number, isComplete };
      if (loop !== null) return loop.addLine(line);
      if (text.trim() === "") return;
      waiting.push(line);
      size += text.length + LINE_WEIGHT;
      if (size > MAX_WAITING) throw unknownFormat("a JSON document of more than 500 MB");
      if (waiting.length < nextSearch) return;
      nextSearch *= 2;
      loop = startLines();
    },
    end() {
      const text =
        loop === null
          ? waiting
              .map((line) => line.text)
              .join("\n")
              .trim()
          : "";
      if (waiting.length > 1) loop ??= startLines();
      loop ??= startDocument(text) ?? startDamaged(text);
      if (loop === null) throw unknownFormat();
      ledger.moveTo(0);
      const session = loop.finish();
      return { ...session, ...ledger.finish() };
    },
  };
}

/**
 * Returns the format of records, or of the messages in them.
 *
 * @throws `invalid-input` if the format is known but not read
 */
function formatOf(records: readonly JsonRecord[]): LoopFormat | null {
  const format = detectFormat(records);
  if (typeof format === "string") throw unknownFormat(`a file of ${format}`);
  if (format !== null) return format;
  const [first, second] = records;
  if (first === undefined) return null;
  if (second !== undefined)
    return records.some((each) => conversationLines().split?.(each) !== null)
      ? conversationLines()
      : null;
  const messages = messagesIn(first);
  return messages === null ? null : formatOf(messages.filter(isRecord));
}

/** Returns the list of messages in a damaged document, and the document with an empty list if it is intact up to there. */
function openDocument(text: string): {
  readonly header: readonly JsonRecord[];
  readonly list: string;
} {
  const key = /"(?:messages|conversation)"\s*:\s*\[/u.exec(text);
  const end = key === null ? 0 : key.index + key[0].length;
  const header = key === null ? undefined : parseJson(`${text.slice(0, end)}]}`);
  const start = isRecord(header) ? end : text.startsWith("{") ? 1 : 0;
  return {
    header: isRecord(header) ? [header] : [],
    list: start === 0 ? text : text.slice(start).replace(/\]\s*\}$/u, ""),
  };
}

function recordOf(line: string): readonly JsonRecord[] {
  const record = parseRecord(line);
  return record === null ? [] : [record];
}

/** Returns the records that are not part of a torn one, or that could be records if there are none. */
function recordsIn(text: string, layout: Layout): readonly JsonRecord[] {
  const find = (accept: Accept): readonly JsonRecord[] =>
    splitRecords(text, layout, accept).flatMap(({ record }) => (record === null ? [] : [record]));
  const whole = find((_record, _own, isWhole) => isWhole);
  return whole.length > 0 ? whole : find(() => true);
}

function unknownFormat(like?: string): CutpointError {
  return new CutpointError(
    "invalid-input",
    like === undefined
      ? "the session has an unknown format: expected a session file of a supported tool, or a list of messages of a provider"
      : `the session has an unknown format: it looks like ${like}, which is not supported. Expected a session file of a supported tool, or a list of messages of a provider`,
  );
}
