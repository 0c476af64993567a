import { type CutpointError, invalidInput } from "@cutpoint/session/store";

/**
 * A torn last line: it was not written completely, so its append was never acknowledged. It is no longer part of the
 * log.
 */
export type Repair = {
  readonly sessionId: string;
  readonly file: string;
  /** Start of the line, in bytes from the start of the file. */
  readonly offset: number;
  readonly bytesDropped: number;
};

/** An unreadable line of a log, or several of them. */
export type CorruptLine = {
  /** `null` if the first line of the file, which names the session, cannot be read. */
  readonly sessionId: string | null;
  readonly file: string;
  /** Line number, starting at 1. */
  readonly line: number;
  /** Start of the line, in bytes from the start of the file. */
  readonly offset: number;
  /** The number of lines reported. 1, except for the last report of a read; `line` is then the first of them. */
  readonly count: number;
  /** The reason as `corrupt-log`, or `store-failed` if the file could not be opened. */
  readonly error: CutpointError;
};

/**
 * How durable an acknowledged append is.
 *
 * - `none`: survives a crash of the process. A crash of the machine can lose the last appends.
 * - `always`: survives a crash of the machine. Each append is flushed to the disk before the next one is written.
 * - `batch`: survives a crash of the machine. All appends that wait for a flush share one.
 */
export type Durability = "none" | "batch" | "always";

export type JsonlStoreOptions = {
  /** The folder of the logs. It is created on the first write. */
  readonly directory: string;
  /** Default: `none`. */
  readonly durability?: Durability;
  /**
   * How long a write waits for another process that writes to the same session, in ms. Default: 5,000.
   *
   * After that, the write throws `store-failed`. A process releases a session about 50 ms after its last write.
   */
  readonly lockTimeoutMs?: number;
  /**
   * Permissions of new files, as in `chmod`. Default: 0o600, readable only by the user.
   *
   * New folders get the same permissions, and everyone who can read the files can open the folders. The umask of the
   * process still applies.
   */
  readonly mode?: number;
  /**
   * Called once for each torn last line. The bytes stay in the file, and the next append closes the line.
   *
   * A line that another process is currently writing looks the same. Default: emits a process warning
   * if only the line break is missing.
   */
  readonly onRepair?: (repair: Repair) => void;
  /**
   * Called with each unreadable line, on every read. All other entries are read. After 100 lines, a read counts the
   * others and reports them together at its end.
   *
   * If the parent of an entry is lost, the entry is linked to the parent of the damaged entry if the line still shows
   * it, and otherwise to the entry that was appended before. `sessions` also reports files that it cannot read.
   *
   * Without this option, reading such a line throws `corrupt-log`.
   */
  readonly onCorruptLine?: (line: CorruptLine) => void;
};

/** @throws `invalid-input` if an option is invalid */
export function checkOptions(options: JsonlStoreOptions): void {
  if (typeof options !== "object" || options === null)
    throw invalidInput("options", options, "expected an object with a directory");
  const { directory, durability, lockTimeoutMs, mode } = options;
  if (typeof directory !== "string" || directory === "")
    throw invalidInput("directory", directory, "expected a path");
  if (durability !== undefined && !["none", "batch", "always"].includes(durability))
    throw invalidInput("durability", durability, 'expected "none", "batch" or "always"');
  if (lockTimeoutMs !== undefined && !(lockTimeoutMs >= 0))
    throw invalidInput("lockTimeoutMs", lockTimeoutMs, "expected 0 or more milliseconds");
  if (mode !== undefined && !(Number.isInteger(mode) && mode >= 0 && mode <= 0o777))
    throw invalidInput("mode", mode, "expected permissions such as 0o600");
}
