import { aborted, isConnectionLost } from "./failure.ts";
import type { PostgresClient, PostgresPool, PostgresQuery, PostgresResult } from "./pool.ts";

/** How often a statement is tried where its connection is lost: a pool may hold several that a restart has cut. */
const MAX_TRIES = 3;

/** The server ends a transaction whose process does nothing for this long: a stopped one would keep all others out. */
const BEGIN = `
  BEGIN ISOLATION LEVEL READ COMMITTED;
  SET LOCAL idle_in_transaction_session_timeout = '30s'`;

type Result<Row> = {
  readonly rows: readonly Row[];
  readonly rowCount: PostgresResult["rowCount"];
};

/** Runs statements on connections of a pool, each of which it gives back. */
export type Database = {
  /**
   * Runs a statement that may be run twice: where the connection is lost on the way, it is tried on another one.
   *
   * @throws `aborted` where the signal is set before the statement is sent; what the server throws, as it is
   */
  query<Row>(query: PostgresQuery, signal?: AbortSignal): Promise<Result<Row>>;
  /** Runs what belongs together on one connection, once; what it throws takes all of it back. */
  transaction<Answer>(work: (client: PostgresClient) => Promise<Answer>): Promise<Answer>;
};

export function createDatabase(pool: PostgresPool): Database {
  function borrow(signal: AbortSignal): Promise<PostgresClient> {
    return unlessAborted(pool.connect(), signal, (client) => client.release());
  }

  async function onClient<Answer>(
    work: (client: PostgresClient) => Promise<Answer>,
    signal?: AbortSignal,
  ): Promise<Answer> {
    const client = signal === undefined ? await pool.connect() : await borrow(signal);
    let isLost = false;
    const lose = (): void => {
      isLost = true;
    };
    client.on("error", lose);
    try {
      return await work(client);
    } catch (error) {
      isLost ||= isConnectionLost(error);
      throw error;
    } finally {
      client.off("error", lose);
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
          // A connection that cannot even do this is lost, and takes its transaction with it.
          await client.query({ text: "ROLLBACK" }).catch(() => {});
          throw error;
        }
      }),
  };
}

/** The work's result, unless the signal is set first; what comes after that is given to `late`. */
export async function unlessAborted<Answer>(
  work: Promise<Answer>,
  signal: AbortSignal | undefined,
  late: (answer: Answer) => void = () => {},
): Promise<Answer> {
  if (signal === undefined) return work;
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => {
    work.then(late, () => {});
    reject(aborted(signal));
  };
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([promise, work]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
