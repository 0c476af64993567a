import { CutpointError } from "@cutpoint/core";
import type { LogReports } from "./log-reader.ts";
import type { JsonlStoreOptions } from "./options.ts";

/** Tells a store's owner what is wrong with its files, of each torn line once. */
export function createReports({
  onRepair,
  onCorruptLine,
}: JsonlStoreOptions): (sessionId: string, file: string) => LogReports {
  /** By file, where the torn line begins that was told of last. */
  const told = new Map<string, number>();
  return (sessionId, file) => ({
    torn(offset, bytesDropped) {
      if (onRepair === undefined || told.get(file) === offset) return;
      told.set(file, offset);
      onRepair({ sessionId, file, offset, bytesDropped });
    },
    corrupt(offset, cause) {
      const message = `${file} cannot be read at byte ${offset}`;
      const error = new CutpointError("corrupt-log", message, { cause });
      if (onCorruptLine === undefined) throw error;
      onCorruptLine({ sessionId, file, offset, error });
    },
  });
}
