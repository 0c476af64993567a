import { abortedError, isConnectionLost } from "./errors.ts";
import type { PostgresClient, PostgresPool, PostgresQuery, PostgresResult } from "./pool.ts";

/**
 * Maximum attempts of a statement whose connection is lost. After a restart, a pool may contain several dead
 * connections.
 */
const MAX_TRIES = 3;

/**
 * The server ends a transaction that is idle for 30 seconds. Otherwise a stopped process would block all other writers.
 */
const BEGIN = `
  BEGIN ISOLATION LEVEL READ COMMITTED;
  SET LOCAL idle_in_transaction_session_timeout = '30s'`;

type Result<Row> = {
  readonly rows: readonly Row[];
  readonly rowCount: PostgresResult["rowCount"];
};

/** Runs statements on connections of a pool and releases them. */
export type Database = {
  /**
   * Runs a statement that is safe to repeat. If the connection is lost, it is repeated on another one.
   *
   * @throws `aborted` if the signal is aborted before the statement is sent; errors of the server unchanged
   */
  query<Row>(query: PostgresQuery, signal?: AbortSignal): Promise<Result<Row>>;
  /** Runs a transaction on one connection, once. It is rolled back if `work` throws. */
  transaction<Answer>(work: (client: PostgresClient) => Promise<Answer>): Promise<Answer>;
};

export function createDatabase(pool: PostgresPool): Database {
  function borrow(signal: AbortSignal): Promise<PostgresClient> {
    return raceAbort(pool.connect(), signal, (client) => client.release());
  }

  async function onClient<Answer>(
    work: (client: PostgresClient) => Promise<Answer>,
    signal?: AbortSignal,
  ): Promise<Answer> {
    const client = signal === undefined ? await pool.connect() : await borrow(signal);
    let isLost = false;
    const markLost = (): void => {
      isLost = true;
    };
    client.on("error", markLost);
    try {
      return await work(client);
    } catch (error) {
      isLost ||= isConnectionLost(error);
      throw error;
    } finally {
      client.off("error", markLost);
      client.release(isLost);
    }
  }

  return {
    async query<Row>(query: PostgresQuery, signal?: AbortSignal): Promise<Result<Row>> {
      const send = (client: PostgresClient): Promise<PostgresResult> => client.query(query);
      for (let tries = 1; ; tries += 1) {
        try {
          return (await onClient(send, signal)) as Result<Row>;
        } catch (error) {
          if (tries === MAX_TRIES || !isConnectionLost(error)) throw error;
        }
      }
    },

    transaction: (work) =>
      onClient(async (client) => {
        await client.query({ text: BEGIN });
        try {
          const result = await work(client);
          await client.query({ text: "COMMIT" });
          return result;
        } catch (error) {
          // If the rollback fails, the connection is lost and the server rolls back the transaction.
          await client.query({ text: "ROLLBACK" }).catch(() => {});
          throw error;
        }
      }),
  };
}

/** Returns the result of `work`, unless the signal is aborted first. A later result is passed to `onLateResult`. */
export async function raceAbort<Answer>(
  work: Promise<Answer>,
  signal: AbortSignal | undefined,
  onLateResult: (answer: Answer) => void = () => {},
): Promise<Answer> {
  if (signal === undefined) return work;
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => {
    work.then(onLateResult, () => {});
    reject(abortedError(signal));
  };
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([promise, work]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
