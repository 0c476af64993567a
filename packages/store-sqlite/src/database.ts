import type { AsyncSqliteDriver, SqliteDriver, SqlStatement, SyncSqliteDriver } from "./driver.ts";
import { isOutdated, migrate } from "./schema.ts";
import { runSteps, runStepsAsync, type Steps } from "./steps.ts";

/** A database with the tables of this release. */
export type Database = {
  run<Result>(steps: Steps<Result>): Promise<Result>;
  /** Runs a write transaction. It is rolled back if a step throws. A driver may start it again. */
  transaction<Result>(start: () => Steps<Result>): Promise<Result>;
  /** Removes erased content from a write-ahead log. */
  checkpoint(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Creates the tables, or migrates them to the version of this release. A driver with promises does so before its first
 * statement.
 */
export function createDatabase(driver: SqliteDriver, place: string): Database {
  return driver.isAsync ? createAsyncDatabase(driver, place) : createSyncDatabase(driver, place);
}

function createSyncDatabase(driver: SyncSqliteDriver, place: string): Database {
  const execute = (statement: SqlStatement) => driver.execute(statement);
  const transaction = <Result>(start: () => Steps<Result>): Result =>
    driver.transaction(() => runSteps(start(), execute));
  if (runSteps(isOutdated(place), execute)) transaction(() => migrate(place));
  return {
    run: async (steps) => runSteps(steps, execute),
    transaction: async (start) => transaction(start),
    checkpoint: async () => driver.checkpoint?.(),
    close: async () => driver.close?.(),
  };
}

function createAsyncDatabase(driver: AsyncSqliteDriver, place: string): Database {
  const execute = (statement: SqlStatement) => driver.execute(statement);
  const transaction = <Result>(start: () => Steps<Result>): Promise<Result> =>
    driver.transaction((inside) => runStepsAsync(start(), inside));
  let opened: Promise<void> | null = null;

  async function open(): Promise<void> {
    if (await runStepsAsync(isOutdated(place), execute)) await transaction(() => migrate(place));
  }

  /** Opens the database once. A later call tries again after an error. */
  function ready(): Promise<void> {
    opened ??= open().catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  }

  return {
    run: async (steps) => {
      await ready();
      return runStepsAsync(steps, execute);
    },
    transaction: async (start) => {
      await ready();
      return transaction(start);
    },
    checkpoint: async () => driver.checkpoint?.(),
    close: async () => {
      await opened?.catch(() => undefined);
      await driver.close?.();
    },
  };
}
