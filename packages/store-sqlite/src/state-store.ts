import {
  createDisposalGuard,
  type OpenStateStore,
  type StoredConversation,
} from "@cutpoint/session/store";
import { createDatabase, type Database } from "./database.ts";
import type { SqliteDriver } from "./driver.ts";
import { wrapSqliteError } from "./errors.ts";
import { deleteStates, findStates, listStates, saveStates } from "./state-rows.ts";
import type { Steps } from "./steps.ts";

/** Named in errors, since a driver does not know its file. */
export const DRIVER_PLACE = "the SQLite database";

/**
 * Creates a state store over a connection of the app, in a table `cutpoint_states`. Disposal does not close the
 * connection.
 *
 * @throws as `createDriverStore`
 */
export function createDriverStateStore(driver: SqliteDriver): OpenStateStore {
  try {
    return createStateStore(createDatabase(driver, DRIVER_PLACE), DRIVER_PLACE);
  } catch (error) {
    return wrapSqliteError("open", DRIVER_PLACE)(error);
  }
}

/** @param place the file or database, as named in errors */
export function createStateStore(database: Database, place: string): OpenStateStore {
  const { assertOpen, close, isClosed } = createDisposalGuard();
  async function run<Result>(verb: string, steps: Steps<Result>): Promise<Result> {
    assertOpen();
    return database.run(steps).catch(wrapSqliteError(verb, place));
  }
  return {
    find: (conversationId) => run("read", findStates(conversationId)),
    save: (conversationId, text) => run("write to", saveStates(conversationId, text)),
    async delete(conversationId) {
      const isDeleted = await run("delete from", deleteStates(conversationId));
      // Otherwise the write-ahead log still has the text.
      await database.checkpoint().catch(wrapSqliteError("clean", place));
      return isDeleted;
    },
    async *list(): AsyncGenerator<StoredConversation> {
      yield* await run("list", listStates());
    },
    async [Symbol.asyncDispose]() {
      if (isClosed()) return;
      close();
      await database.close().catch(wrapSqliteError("write to", place));
    },
  };
}
