import { backOff } from "@cutpoint/session/store";
import type { AsyncSqliteDriver, SqlResult, SqlRow, SqlStatement, SqlValue } from "../driver.ts";
import { returnsRows } from "./returns-rows.ts";

type Bound = { all(): Promise<D1ResultLike> };

type D1ResultLike = {
  readonly results: readonly unknown[];
  readonly meta: { readonly changes: number };
};

/** A D1 database: a binding of a worker. */
export type D1DatabaseLike = {
  prepare(query: string): { bind(...parameters: SqlValue[]): Bound };
  batch(statements: Bound[]): Promise<readonly D1ResultLike[]>;
};

/** A transaction gives up after this time, in ms, if others are always committed first. */
const PATIENCE_MS = 10_000;

/**
 * Creates a driver for a D1 database.
 *
 * D1 has no transaction that reads and then writes. The driver reads at once and sends all writes as one batch. The batch
 * fails if another transaction was committed since its start, and the transaction starts again after a random pause, for
 * up to 10 s.
 *
 * @example
 *   createDriverStore(createD1Driver(env.DB));
 */
export function createD1Driver(database: D1DatabaseLike): AsyncSqliteDriver {
  const bind = ({ query, parameters }: SqlStatement): Bound =>
    database.prepare(query).bind(...parameters);
  const execute = async (statement: SqlStatement): Promise<SqlResult> => {
    const { results, meta } = await bind(statement).all();
    return { rows: results as SqlRow[], changes: meta.changes };
  };

  async function attempt<Result>(
    run: (execute: AsyncSqliteDriver["execute"]) => Promise<Result>,
  ): Promise<Result> {
    await execute(CREATE_COMMITS);
    const { rows } = await execute(LAST_COMMIT);
    const number = Number(rows[0]?.["number"] ?? 0) + 1;
    const writes: SqlStatement[] = [];
    const result = await run(async (statement) => {
      if (returnsRows(statement.query)) return execute(statement);
      writes.push(statement);
      return { rows: [], changes: 0 };
    });
    const commit = { query: "INSERT INTO cutpoint_commits VALUES (?)", parameters: [number] };
    const forget = { query: "DELETE FROM cutpoint_commits WHERE number < ?", parameters: [number] };
    if (writes.length > 0) await database.batch([commit, ...writes, forget].map(bind));
    return result;
  }

  return {
    isAsync: true,
    execute,
    async transaction(run) {
      const end = performance.now() + PATIENCE_MS;
      for (let conflicts = 1; ; conflicts += 1) {
        try {
          return await attempt(run);
        } catch (error) {
          if (performance.now() > end || !isOvertaken(error)) throw error;
        }
        await backOff(conflicts);
      }
    },
  };
}

/** Has the number of the last transaction. The key lets only one of two concurrent transactions be committed. */
const CREATE_COMMITS: SqlStatement = {
  query: "CREATE TABLE IF NOT EXISTS cutpoint_commits (number INTEGER PRIMARY KEY)",
  parameters: [],
};

const LAST_COMMIT: SqlStatement = {
  query: "SELECT max(number) AS number FROM cutpoint_commits",
  parameters: [],
};

function isOvertaken(error: unknown): boolean {
  return (
    error instanceof Error && error.message.includes("UNIQUE constraint failed: cutpoint_commits")
  );
}
