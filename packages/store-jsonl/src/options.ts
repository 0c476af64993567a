import type { CutpointError } from "@cutpoint/core";

/** A last line that was not written to its end, and so was never acknowledged: no part of the log any more. */
export type Repair = {
  readonly sessionId: string;
  readonly file: string;
  /** Where the line begins, in bytes from the start of the file. */
  readonly offset: number;
  readonly bytesDropped: number;
};

/** A line within the log that cannot be read. */
export type CorruptLine = {
  readonly sessionId: string;
  readonly file: string;
  /** Where the line begins, in bytes from the start of the file. */
  readonly offset: number;
  readonly error: CutpointError;
};

export type JsonlStoreOptions = {
  /** The folder of the logs, one file a session; made when first written to. */
  readonly directory: string;
  /**
   * Told once of each torn last line. The bytes stay in the file and are closed off by the next append.
   *
   * What another process is writing at this very moment looks the same.
   */
  readonly onRepair?: (repair: Repair) => void;
  /**
   * Told, at every reading, of each line within the log that cannot be read; all others are read.
   *
   * Without it, a reading that comes to such a line throws `corrupt-log`: an entry is lost, and nobody would know.
   */
  readonly onCorruptLine?: (line: CorruptLine) => void;
};
