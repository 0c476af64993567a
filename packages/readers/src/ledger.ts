import type { JsonRecord } from "./fields.ts";
import type {
  Problem,
  ProblemCode,
  RecordCounts,
  UnusedReason,
  UnusedRecords,
} from "./imported-session.ts";

/** What a reader did with a record. */
export type RecordUse = "used" | UnusedReason;

/** Collects the problems of a file. */
export type Problems = {
  /** Counts a problem of the current line. */
  readonly report: (code: ProblemCode) => void;
};

/** Counts the records of a file, and its problems. */
export type Ledger = Problems & {
  /** Sets the line that the next reports belong to; 0 for the whole file. */
  readonly moveTo: (line: number) => void;
  /** Counts a record of the current line. A function is called after the last record. */
  readonly count: (
    use: RecordUse | (() => RecordUse),
    record: JsonRecord | null,
    text: string,
  ) => void;
  readonly finish: () => { readonly problems: readonly Problem[]; readonly records: RecordCounts };
};

const ENCODER = new TextEncoder();

/** Losses are also problems. */
const LOSSES: readonly UnusedReason[] = ["bad-line", "unknown-type"];

export function createLedger(): Ledger {
  const problems = new Map<ProblemCode, Problem>();
  const unused = new Map<UnusedReason, UnusedRecords>();
  const open: (() => void)[] = [];
  let used = 0;
  let line = 0;

  function count(use: RecordUse, record: JsonRecord | null, text: string): void {
    if (use === "used") {
      used += 1;
      return;
    }
    const known = unused.get(use) ?? { reason: use, records: 0, messages: 0, bytes: 0, line };
    unused.set(use, {
      ...known,
      records: known.records + 1,
      messages: known.messages + Number(mayHoldMessage(use, record, text)),
      bytes: known.bytes + ENCODER.encode(text).length,
    });
    if (LOSSES.some((loss) => loss === use)) report(use as ProblemCode);
  }

  function report(code: ProblemCode): void {
    const { line: first, count: before } = problems.get(code) ?? { line, count: 0 };
    problems.set(code, { code, line: first, count: before + 1 });
  }

  return {
    moveTo(next) {
      line = next;
    },
    report,
    count(use, record, text) {
      if (typeof use !== "function") return count(use, record, text);
      const place = line;
      open.push(() => {
        line = place;
        count(use(), record, text);
      });
    },
    finish() {
      for (const settle of open.splice(0)) settle();
      const reasons = [...unused.values()];
      return {
        problems: [...problems.values()].toSorted((left, right) => left.line - right.line),
        records: {
          total: used + reasons.reduce((sum, { records }) => sum + records, 0),
          used,
          unused: reasons.toSorted((left, right) => left.line - right.line),
        },
      };
    },
  };
}

const MESSAGE_KEYS = ["role", "message", "content", "parts"];
const MESSAGE_KEY_IN_TEXT = /"(?:role|message|content|parts)"\s*:/u;

/** Records that were never shown to the model have a content only if they are messages. */
function mayHoldMessage(use: RecordUse, record: JsonRecord | null, text: string): boolean {
  if (record === null) return MESSAGE_KEY_IN_TEXT.test(text);
  const keys = use === "not-shown" ? MESSAGE_KEYS.slice(0, 2) : MESSAGE_KEYS;
  return keys.some((key) => key in record);
}
