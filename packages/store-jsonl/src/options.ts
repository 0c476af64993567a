import { CutpointError } from "@cutpoint/core";

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

/**
 * What an acknowledged append outlives.
 *
 * `none`: the process; after a crash of the machine the last appends may be gone. `always`: the machine too, since each
 * append is flushed to the disk before it is answered and before the next is written. `batch`: the same, where all
 * appends that are waiting for a flush share one.
 */
export type Durability = "none" | "batch" | "always";

export type JsonlStoreOptions = {
  /** The folder of the logs, one file a session; made when first written to. */
  readonly directory: string;
  /** Default `none`. */
  readonly durability?: Durability;
  /**
   * How long a write waits for another process that is writing to the same session, in ms; longer is `store-failed`.
   * Default 5,000. A process lets go of a session some 50 ms after its last write.
   */
  readonly lockTimeoutMs?: number;
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

/**
 * @throws `invalid-input` naming what is wrong
 */
export function checkOptions({ directory, durability, lockTimeoutMs }: JsonlStoreOptions): void {
  if (typeof directory !== "string" || directory === "")
    throw invalid("directory", directory, "it should be a path");
  if (durability !== undefined && !["none", "batch", "always"].includes(durability))
    throw invalid("durability", durability, "it should be none, batch or always");
  if (lockTimeoutMs !== undefined && !(lockTimeoutMs >= 0))
    throw invalid("lockTimeoutMs", lockTimeoutMs, "it should be a number of milliseconds");
}

function invalid(field: string, value: unknown, remedy: string): CutpointError {
  return new CutpointError("invalid-input", `${field} is ${JSON.stringify(value)}: ${remedy}`);
}
