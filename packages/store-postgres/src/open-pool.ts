import { Pool } from "pg";
import type { PostgresStoreOptions } from "./options.ts";
import { invalidInput, assertPositiveInteger } from "./options.ts";
import type { PostgresPool } from "./pool.ts";

const DEFAULT_CONNECTIONS = 10;

const DEFAULT_CONNECT_TIMEOUT = 30_000;

/** A pool, and what is to be done with it in the end: nothing where it is the caller's. */
type OpenPool = { readonly pool: PostgresPool; readonly end: () => Promise<void> };

/** @throws `invalid-input` */
export function openPool(options: PostgresStoreOptions): OpenPool {
  if (options.pool !== undefined) {
    if (typeof options.pool.connect !== "function")
      throw invalidInput("pool", typeof options.pool, "it should be a pool of pg");
    return { pool: options.pool, end: async () => {} };
  }
  const { connectionString, maxConnections, connectTimeout } = options;
  if (typeof connectionString !== "string" || connectionString === "") {
    // What is in it may be a password.
    throw invalidInput(
      "connectionString",
      typeof connectionString,
      "it should be an address such as postgresql://user@host/database, or give a pool",
    );
  }
  const pool = new Pool({
    connectionString,
    max: assertPositiveInteger("maxConnections", maxConnections ?? DEFAULT_CONNECTIONS),
    connectionTimeoutMillis: assertPositiveInteger(
      "connectTimeout",
      connectTimeout ?? DEFAULT_CONNECT_TIMEOUT,
    ),
    keepAlive: true,
  });
  // A connection that is lost while nobody uses it: the pool has let go of it already and opens another one.
  pool.on("error", () => {});
  return { pool, end: () => pool.end() };
}
