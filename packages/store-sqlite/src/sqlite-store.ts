import { createAppender, createGroupAppender } from "./appender.ts";
import { createStore, type SqliteStore } from "./create-store.ts";
import { createDatabase } from "./database.ts";
import { wrapSqliteError } from "./errors.ts";
import { openFile } from "./open-file.ts";
import { checkOptions, type SqliteStoreOptions } from "./options.ts";

/**
 * Creates a store in an SQLite database file, for many sessions and any number of processes.
 *
 * Words are indexed after the append that ends a turn or a compaction, in steps that do not block the event loop. A
 * search indexes the rest first.
 *
 * @throws `invalid-input` if an option is invalid or the database belongs to another program, `unsupported-version` if
 *   a newer release wrote it, `corrupt-log` if it is damaged, `store-failed` if the file cannot be opened
 */
export function createSqliteStore(options: SqliteStoreOptions): SqliteStore {
  const checked = checkOptions(options);
  const { file, durability } = checked;
  try {
    const database = openFile(checked, (driver) => createDatabase(driver, file));
    const appender =
      durability === "batch" ? createGroupAppender(database) : createAppender(database);
    return createStore({ place: file, database, appender });
  } catch (error) {
    return wrapSqliteError("open", file)(error);
  }
}
