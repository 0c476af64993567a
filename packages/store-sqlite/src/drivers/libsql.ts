import type { AsyncSqliteDriver, SqlResult, SqlRow, SqlStatement, SqlValue } from "../driver.ts";

type Execute = (statement: { sql: string; args: SqlValue[] }) => Promise<{
  rows: unknown[];
  rowsAffected: number;
}>;

/** A client of `@libsql/client`. */
export type LibsqlClientLike = {
  /** `file` for a local file. */
  readonly protocol: string;
  execute: Execute;
  transaction(mode: "write"): Promise<{
    execute: Execute;
    commit(): Promise<void>;
    rollback(): Promise<void>;
    close(): void;
  }>;
};

/**
 * Creates a driver for a client of `@libsql/client`, with a local file or a server. The app closes the client.
 *
 * Statements run one after the other, because a client opens a second connection for a transaction.
 */
export function createLibsqlDriver(client: LibsqlClientLike): AsyncSqliteDriver {
  const isFile = client.protocol === "file";
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
    const result = last.then(run);
    last = result.catch(() => undefined);
    return result;
  }

  return {
    isAsync: true,
    execute: (statement) => inTurn(() => execute(client, statement)),
    transaction: (run) =>
      inTurn(async () => {
        const transaction = await client.transaction("write");
        try {
          // Applies to a connection, and a client has several.
          if (isFile) await execute(transaction, SECURE_DELETE);
          const result = await run((statement) => execute(transaction, statement));
          await transaction.commit();
          return result;
        } finally {
          // Rolls back if there was no commit.
          transaction.close();
        }
      }),
    async checkpoint() {
      if (isFile) await inTurn(() => execute(client, CHECKPOINT));
    },
  };
}

const SECURE_DELETE: SqlStatement = { query: "PRAGMA secure_delete = ON", parameters: [] };

const CHECKPOINT: SqlStatement = { query: "PRAGMA wal_checkpoint(TRUNCATE)", parameters: [] };

async function execute(
  target: { execute: Execute },
  { query, parameters }: SqlStatement,
): Promise<SqlResult> {
  const { rows, rowsAffected } = await target.execute({ sql: query, args: [...parameters] });
  return { rows: rows as SqlRow[], changes: rowsAffected };
}
