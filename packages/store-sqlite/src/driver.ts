/** A value that SQLite stores and that every SQLite library accepts. */
export type SqlValue = string | number | null;

/** A row of a result, by column name. */
export type SqlRow = Readonly<Record<string, unknown>>;

/** One statement with the values of its `?` parameters. */
export type SqlStatement = { readonly query: string; readonly parameters: readonly SqlValue[] };

/** What one statement returned and changed. */
export type SqlResult = {
  readonly rows: readonly SqlRow[];
  /** The number of rows that an `INSERT`, `UPDATE` or `DELETE` changed in its table, and any number for other statements. */
  readonly changes: number;
};

/** A library that answers at once, such as `node:sqlite`. Nothing else of the process runs within a transaction. */
export type SyncSqliteDriver = {
  readonly isAsync: false;
  /** Runs one statement. A statement that writes is its own transaction outside `transaction`. */
  execute(statement: SqlStatement): SqlResult;
  /** Runs a write transaction. It is rolled back if `run` throws. */
  transaction<Result>(run: () => Result): Result;
  /** Removes erased content from a write-ahead log. Omit it if the database has none. */
  checkpoint?(): void;
  /** Called when the store is disposed of. Omit it if the app keeps the connection. */
  close?(): void;
};

/** A library that answers with promises, such as a client of a server. */
export type AsyncSqliteDriver = {
  readonly isAsync: true;
  /** Runs one statement. A statement that writes is its own transaction outside `transaction`. */
  execute(statement: SqlStatement): Promise<SqlResult>;
  /**
   * Runs a write transaction, whose statements are passed to `execute`. It is rolled back if `run` rejects.
   *
   * A driver may delay the writes of a transaction to its end, and may call `run` again if another transaction was
   * committed first: `run` uses no `changes`, and reads no row that it has written.
   */
  transaction<Result>(
    run: (execute: AsyncSqliteDriver["execute"]) => Promise<Result>,
  ): Promise<Result>;
  /** Removes erased content from a write-ahead log. Omit it if the database has none. */
  checkpoint?(): Promise<void>;
  /** Called when the store is disposed of. Omit it if the app keeps the connection. */
  close?(): Promise<void>;
};

/** Connects a store to an SQLite library. It turns `secure_delete` on if deleted content would stay in the file. */
export type SqliteDriver = SyncSqliteDriver | AsyncSqliteDriver;
