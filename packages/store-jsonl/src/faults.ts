import type { Line } from "./lines.ts";
import { decodeLine } from "./log-format.ts";
import type { CorruptLine } from "./options.ts";

/** One unreadable line, or the first of those that a read only counted. */
export type Fault = Pick<CorruptLine, "count" | "line" | "offset"> & { readonly cause: unknown };

/** The unreadable lines of one read. Its disposal reports the lines that were only counted. */
export type Faults = AsyncDisposable & {
  /**
   * Reports an unreadable line, or counts it after {@link MAX_FAULTS}.
   *
   * @throws `corrupt-log` unless unreadable lines are skipped
   */
  readonly report: (line: Line) => Promise<void>;
};

/** Lines that a read reports each on its own. A report takes 0.1 ms, and 2 kB of memory if the app keeps it. */
const MAX_FAULTS = 100;

/** Starts to collect the unreadable lines of a read. */
export function createFaults(
  onFault: (fault: Fault) => void,
  lineNumber: (offset: number) => Promise<number>,
): Faults {
  let count = 0;
  /** The first line that is only counted. */
  let rest: Line | null = null;

  async function reportLines({ bytes, offset }: Line, lines: number): Promise<void> {
    const line = await lineNumber(offset);
    try {
      decodeLine(bytes);
    } catch (cause) {
      onFault({ cause, count: lines, line, offset });
    }
  }

  return {
    async report(line) {
      count += 1;
      if (count <= MAX_FAULTS) await reportLines(line, 1);
      else rest ??= line;
    },
    async [Symbol.asyncDispose]() {
      if (rest !== null) await reportLines(rest, count - MAX_FAULTS);
    },
  };
}
