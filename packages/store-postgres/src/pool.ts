/** A statement with its parameters; one that has a name is prepared once on each connection. */
export type PostgresQuery = {
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
};

export type PostgresResult = {
  readonly rows: readonly unknown[];
  /** How many rows were given or written. */
  readonly rowCount: number | null;
};

/** What the store asks of a connection: a part of the client of `pg`. */
export interface PostgresClient {
  query(query: PostgresQuery): Promise<PostgresResult>;
  /** Gives the connection back; `true` closes it instead. */
  release(destroy?: boolean): void;
  on(event: "error", listener: (error: Error) => void): unknown;
  off(event: "error", listener: (error: Error) => void): unknown;
}

/** What the store asks of a pool: a part of the pool of `pg`, of whichever version. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
}
