import { CutpointError } from "@cutpoint/session/store";

/**
 * What an acknowledged append outlives.
 *
 * `none`: the process; after a crash of the machine the last appends may be gone, never a part of one. `always`: the
 * machine too, since each append is flushed to the disk before it is answered. `batch`: the same, where all appends of
 * one turn of the event loop share one flush.
 */
export type Durability = "none" | "batch" | "always";

export type SqliteStoreOptions = {
  /** The database file; made, with its folder, where there is none. */
  readonly file: string;
  /** Default `none`. */
  readonly durability?: Durability;
  /**
   * How long a write waits for another process that is writing, in ms; longer is `store-failed`. Default 5,000.
   *
   * The wait holds up the event loop. Writers hold each other up for as long as one transaction takes, mostly well below
   * a millisecond.
   */
  readonly busyTimeoutMs?: number;
  /**
   * Permissions of a new database and the files beside it, as in `chmod`. A new folder has them too, and can be opened by
   * all who can read the files. The umask of the process still applies. Default: 0o600, so that only the user reads it.
   */
  readonly mode?: number;
};

/** Conversations are private: only their owner reads a new file. */
const OWNER_ONLY = 0o600;

/**
 * @throws `invalid-input` naming what is wrong
 */
export function checkOptions(options: SqliteStoreOptions): Required<SqliteStoreOptions> {
  const { file, durability = "none", busyTimeoutMs = 5000, mode = OWNER_ONLY } = options;
  if (typeof file !== "string" || file === "" || file === ":memory:")
    throw invalid("file", file, "it should be a path; for a log in memory use the memory store");
  if (!["none", "batch", "always"].includes(durability))
    throw invalid("durability", durability, "it should be none, batch or always");
  if (!Number.isInteger(busyTimeoutMs) || busyTimeoutMs < 0)
    throw invalid("busyTimeoutMs", busyTimeoutMs, "it should be a whole number of milliseconds");
  if (!Number.isInteger(mode) || mode < 0 || mode > 0o777)
    throw invalid("mode", mode, "expected permissions such as 0o600");
  return { file, durability, busyTimeoutMs, mode };
}

function invalid(field: string, value: unknown, remedy: string): CutpointError {
  return new CutpointError("invalid-input", `${field} is ${JSON.stringify(value)}: ${remedy}`);
}
