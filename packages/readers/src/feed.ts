import { CutpointError } from "@cutpoint/core";
import { isRecord } from "@cutpoint/core/kit";
import { detectElementFormat, detectLineFormat } from "./detect.ts";
import { createDocumentsReader, createListReader, messagesIn } from "./documents.ts";
import type { JsonRecord } from "./fields.ts";
import { READERS } from "./formats.ts";
import type { Problems } from "./problems.ts";
import { addRecord, type Reader } from "./reader.ts";

/** Takes lines until the format is clear, then passes their records on. */
export type Feed = {
  readonly addLine: (line: string, isComplete: boolean) => void;
  /** @throws `invalid-input` if the format is unknown */
  readonly end: () => Reader;
};

type Line = { readonly text: string; readonly number: number; readonly isComplete: boolean };

/** Lines that are read before the format must be clear. */
const DETECTED_LINES = 50;

export function createFeed(problems: Problems): Feed {
  const waiting: (Line & { readonly value: unknown })[] = [];
  let reader: Reader | null = null;
  let number = 0;

  function start(found: Reader | null): Reader | null {
    if (found !== null) for (const line of waiting) addLine(found, problems, line);
    return found;
  }

  function records(): readonly JsonRecord[] {
    return waiting.flatMap(({ value }) => (isRecord(value) ? [value] : []));
  }

  return {
    addLine(text, isComplete) {
      number += 1;
      const value = parseJson(text);
      if (value === undefined && text.trim() === "") return;
      const line = { text, number, isComplete, value };
      if (reader !== null) return addLine(reader, problems, line);
      waiting.push(line);
      // A document over several lines does not begin with a complete record.
      if (waiting.length === DETECTED_LINES && isRecord(waiting[0]?.value))
        reader = start(readerOfLines(records(), problems));
    },
    end() {
      if (reader !== null) return reader;
      const found = records();
      const format = detectLineFormat(found);
      if (format !== null) return start(READERS[format](problems)) ?? unknownFormat();
      const whole =
        waiting.length === 1
          ? waiting[0]?.value
          : isRecord(waiting[0]?.value)
            ? undefined
            : parseJson(waiting.map(({ text }) => text).join("\n"));
      return (
        readerOfDocument(whole, problems) ??
        start(readerOfLines(found, problems)) ??
        unknownFormat()
      );
    },
  };
}

function readerOfLines(records: readonly JsonRecord[], problems: Problems): Reader | null {
  const format = detectLineFormat(records) ?? detectElementFormat(records);
  if (format !== null) return READERS[format](problems);
  const hasMessages = records.some(
    (record) => detectElementFormat(messagesIn(record) ?? []) !== null,
  );
  return hasMessages ? createDocumentsReader(problems) : null;
}

function readerOfDocument(value: unknown, problems: Problems): Reader | null {
  if (Array.isArray(value)) return createListReader(value, problems);
  if (!isRecord(value)) return null;
  const format = detectLineFormat([value]);
  if (format !== null) {
    const reader = READERS[format](problems);
    addRecord(reader, problems, [value, 1]);
    return reader;
  }
  const messages = messagesIn(value);
  return messages === null ? null : createListReader(messages, problems);
}

function addLine(
  reader: Reader,
  problems: Problems,
  { number, isComplete, value }: Line & { readonly value: unknown },
): void {
  if (isRecord(value)) return addRecord(reader, problems, [value, number]);
  problems.moveTo(number);
  if (isComplete) problems.report("bad-line");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unknownFormat(): never {
  throw new CutpointError(
    "invalid-input",
    "the session has an unknown format: expected a session file of a supported tool, or a list of messages of a provider",
  );
}
