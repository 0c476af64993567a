import type { OpenStateStore } from "@cutpoint/session/store";
import { createDatabase } from "./database.ts";
import { wrapSqliteError } from "./errors.ts";
import { openFile } from "./open-file.ts";
import { checkOptions, type SqliteStoreOptions } from "./options.ts";
import { createStateStore } from "./state-store.ts";

/**
 * Creates a store for the compaction states of adapters in an SQLite database file, for any number of processes. The file
 * may be that of `createSqliteStore`.
 *
 * After `delete`, neither the file nor its write-ahead log contains the states.
 *
 * @throws as `createSqliteStore`
 */
export function createSqliteStateStore(
  options: Omit<SqliteStoreOptions, "durability">,
): OpenStateStore {
  const checked = checkOptions(options);
  const { file } = checked;
  try {
    return createStateStore(
      openFile(checked, (driver) => createDatabase(driver, file)),
      file,
    );
  } catch (error) {
    return wrapSqliteError("open", file)(error);
  }
}
