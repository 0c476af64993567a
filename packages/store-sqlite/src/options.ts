import { invalidInput } from "@cutpoint/session/store";

/**
 * How durable an acknowledged append is.
 *
 * - `none`: survives a crash of the process. A crash of the machine can lose the last appends, but never a part of one.
 * - `always`: survives a crash of the machine. Each append is flushed to the disk.
 * - `batch`: survives a crash of the machine. All appends of one turn of the event loop share one flush.
 */
export type Durability = "none" | "batch" | "always";

export type SqliteStoreOptions = {
  /** The database file. The file and its folder are created if they do not exist. */
  readonly file: string;
  /** Default: `none`. */
  readonly durability?: Durability;
  /**
   * How long a write waits for another process that is writing, in ms. Default: 5,000.
   *
   * After that, the write throws `store-failed`. The wait blocks the event loop. A transaction of another writer
   * usually takes well below 1 ms.
   */
  readonly busyTimeoutMs?: number;
  /**
   * Permissions of a new database and the files next to it, as in `chmod`. Default: 0o600, readable only by the user.
   *
   * A new folder gets the same permissions, and everyone who can read the files can open the folder. The umask of the
   * process still applies.
   */
  readonly mode?: number;
};

/** Conversations are private, so new files are readable by their owner only. */
const OWNER_ONLY = 0o600;

/** @throws `invalid-input` if an option is invalid */
export function checkOptions(options: SqliteStoreOptions): Required<SqliteStoreOptions> {
  if (typeof options !== "object" || options === null)
    throw invalidInput("options", options, "expected an object with a file");
  const { file, durability = "none", busyTimeoutMs = 5000, mode = OWNER_ONLY } = options;
  if (typeof file !== "string" || file === "" || file === ":memory:")
    throw invalidInput(
      "file",
      file,
      "expected a path; for a log in memory, use @cutpoint/store-memory",
    );
  if (!["none", "batch", "always"].includes(durability))
    throw invalidInput("durability", durability, 'expected "none", "batch" or "always"');
  if (!Number.isInteger(busyTimeoutMs) || busyTimeoutMs < 0)
    throw invalidInput(
      "busyTimeoutMs",
      busyTimeoutMs,
      "expected a whole number of milliseconds, 0 or more",
    );
  if (!Number.isInteger(mode) || mode < 0 || mode > 0o777)
    throw invalidInput("mode", mode, "expected permissions such as 0o600");
  return { file, durability, busyTimeoutMs, mode };
}
