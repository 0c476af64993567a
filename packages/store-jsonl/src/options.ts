import { CutpointError } from "@cutpoint/session/store";

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
  /** `null` if the first line of the file, which names the session, cannot be read. */
  readonly sessionId: string | null;
  readonly file: string;
  /** The number of the line; the first is 1. */
  readonly line: number;
  /** Where the line begins, in bytes from the start of the file. */
  readonly offset: number;
  /** The reason, as `corrupt-log`; `store-failed` for a file that could not be opened at all. */
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
   * Permissions of new files, as in `chmod`. New folders have them too, and can be opened by all who can read the files.
   * The umask of the process still applies. Default: 0o600, so that only the user reads them.
   */
  readonly mode?: number;
  /**
   * Told once of each torn last line. The bytes stay in the file and are closed off by the next append.
   *
   * What another process is writing at this very moment looks the same.
   */
  readonly onRepair?: (repair: Repair) => void;
  /**
   * Receives each line within the log that cannot be read, at every reading. All other entries are read.
   *
   * An entry whose parent was lost is read with the parent of that one, if the damaged line still shows it, or else with
   * the entry that was appended before. So a session opens with everything that is whole. `sessions` reports files that
   * it cannot read.
   *
   * Without it, reading such a line throws `corrupt-log`.
   */
  readonly onCorruptLine?: (line: CorruptLine) => void;
};

/**
 * @throws `invalid-input` naming what is wrong
 */
export function checkOptions(options: JsonlStoreOptions): void {
  const { directory, durability, lockTimeoutMs, mode } = options;
  if (typeof directory !== "string" || directory === "")
    throw invalid("directory", directory, "it should be a path");
  if (durability !== undefined && !["none", "batch", "always"].includes(durability))
    throw invalid("durability", durability, "it should be none, batch or always");
  if (lockTimeoutMs !== undefined && !(lockTimeoutMs >= 0))
    throw invalid("lockTimeoutMs", lockTimeoutMs, "it should be a number of milliseconds");
  if (mode !== undefined && !(Number.isInteger(mode) && mode >= 0 && mode <= 0o777))
    throw invalid("mode", mode, "expected permissions such as 0o600");
}

function invalid(field: string, value: unknown, remedy: string): CutpointError {
  return new CutpointError("invalid-input", `${field} is ${JSON.stringify(value)}: ${remedy}`);
}
