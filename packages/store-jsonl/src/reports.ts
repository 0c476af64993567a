import { CutpointError, isCutpointError } from "@cutpoint/session/store";
import type { LogReports } from "./log-reader.ts";
import type { JsonlStoreOptions } from "./options.ts";

/** Reports to the owner of a store what is wrong with its files. */
export type Reports = {
  /** For one session's file; each torn line is reported once. */
  readonly of: (sessionId: string, file: string) => LogReports;
  /** A file of the folder that cannot be read. */
  readonly unreadable: (file: string, cause: unknown) => void;
};

export function createReports({ onRepair, onCorruptLine }: JsonlStoreOptions): Reports {
  /** By file, where the torn line begins that was reported last. */
  const reported = new Map<string, number>();
  return {
    of: (sessionId, file) => ({
      isLenient: onCorruptLine !== undefined,
      torn(offset, bytesDropped) {
        if (onRepair === undefined || reported.get(file) === offset) return;
        reported.set(file, offset);
        onRepair({ sessionId, file, offset, bytesDropped });
      },
      corrupt(offset, line, cause) {
        const reason = isCutpointError(cause) ? cause.message : "it is not JSON";
        const message = `${file} cannot be read at byte ${offset}, line ${line}: ${reason}`;
        const error = new CutpointError("corrupt-log", message, { cause });
        if (onCorruptLine === undefined) throw error;
        onCorruptLine({ sessionId, file, line, offset, error });
      },
    }),
    unreadable(file, cause) {
      const reason = cause instanceof Error ? `: ${cause.message}` : "";
      const error = isCutpointError(cause)
        ? cause
        : new CutpointError("store-failed", `could not read ${file}${reason}`, { cause });
      onCorruptLine?.({ sessionId: null, file, line: 1, offset: 0, error });
    },
  };
}
