import { createAppender } from "./appender.ts";
import { createStore, type SqliteStore } from "./create-store.ts";
import { createDatabase } from "./database.ts";
import type { SqliteDriver } from "./driver.ts";
import { wrapSqliteError } from "./errors.ts";
import { DRIVER_PLACE } from "./state-store.ts";

/**
 * Creates a store over a connection of the app. It creates its own tables, whose names begin with `cutpoint_`.
 *
 * The driver decides how durable an acknowledged append is. Disposal does not close the connection.
 *
 * @throws `unsupported-version` if a newer release wrote the tables, `corrupt-log` if the database is damaged,
 *   `store-failed` if it cannot be read. An asynchronous driver throws them at the first call of a method.
 */
export function createDriverStore(driver: SqliteDriver): SqliteStore {
  try {
    const database = createDatabase(driver, DRIVER_PLACE);
    return createStore({ place: DRIVER_PLACE, database, appender: createAppender(database) });
  } catch (error) {
    return wrapSqliteError("open", DRIVER_PLACE)(error);
  }
}
