import { CutpointError, isCutpointError } from "@cutpoint/session/store";
import { decodeLine } from "./log-format.ts";
import type { LogReports } from "./log-reader.ts";
import type { JsonlStoreOptions, Repair } from "./options.ts";

/** The files whose torn line was reported. After that many, all may be reported again. */
export const MAX_REPORTED = 1000;

/** Reports damaged files to the callbacks of a store. */
export type Reports = {
  /** Returns the reports for one session. Each torn line is reported once. */
  readonly forSession: (sessionId: string, file: string) => LogReports;
  /** Reports a file that cannot be read. */
  readonly unreadable: (file: string, cause: unknown) => void;
};

export function createReports({ onRepair, onCorruptLine }: JsonlStoreOptions): Reports {
  /** The offset of the last reported torn line, by file. */
  const reported = new Map<string, number>();
  return {
    forSession: (sessionId, file) => ({
      isLenient: onCorruptLine !== undefined,
      torn({ bytes, offset }) {
        if (reported.get(file) === offset) return;
        reported.set(file, offset);
        if (reported.size > MAX_REPORTED) reported.clear();
        const repair = { sessionId, file, offset, bytesDropped: bytes.length };
        if (onRepair !== undefined) onRepair(repair);
        else if (isReadable(bytes)) warnOfRepair(repair);
      },
      corrupt({ cause, count, line, offset }) {
        const reason = isCutpointError(cause) ? cause.message : "not valid JSON";
        const lines =
          count === 1 ? `line ${line}` : `${count} more lines, the first one line ${line},`;
        const message = `could not read ${lines} of ${file} at byte ${offset}: ${reason}`;
        const error = new CutpointError("corrupt-log", message, { cause });
        if (onCorruptLine === undefined) throw error;
        onCorruptLine({ sessionId, file, line, offset, count, error });
      },
    }),
    unreadable(file, cause) {
      const reason = cause instanceof Error ? `: ${cause.message}` : "";
      const error = isCutpointError(cause)
        ? cause
        : new CutpointError("store-failed", `could not read ${file}${reason}`, { cause });
      onCorruptLine?.({ sessionId: null, file, line: 1, offset: 0, count: 1, error });
    },
  };
}

/** An editor that removes the last line break leaves a whole entry; a crash leaves a part of one. */
function isReadable(bytes: Buffer): boolean {
  try {
    return decodeLine(bytes).length > 0;
  } catch {
    return false;
  }
}

function warnOfRepair({ bytesDropped, file, offset }: Repair): void {
  process.emitWarning(
    `${file}: the last ${bytesDropped} bytes, from byte ${offset}, are not read, because no line break follows them`,
    "CutpointWarning",
  );
}
