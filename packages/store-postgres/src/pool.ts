/** A statement with its parameters. A named statement is prepared once per connection. */
export type PostgresQuery = {
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
};

export type PostgresResult = {
  readonly rows: readonly unknown[];
  /** The number of rows returned or written. */
  readonly rowCount: number | null;
};

/** The methods of a `pg` client that the store uses. */
export interface PostgresClient {
  query(query: PostgresQuery): Promise<PostgresResult>;
  /** Returns the connection to the pool. `true` closes it. */
  release(destroy?: boolean): void;
  on(event: "error", listener: (error: Error) => void): unknown;
  off(event: "error", listener: (error: Error) => void): unknown;
}

/** The methods of a `pg` pool that the store uses. Any version of `pg` fits. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
}
