import { Pool } from "pg";
import type { PostgresStoreOptions } from "./options.ts";
import { invalidInput, assertPositiveInteger } from "./options.ts";
import type { PostgresPool } from "./pool.ts";

const DEFAULT_CONNECTIONS = 10;

const DEFAULT_CONNECT_TIMEOUT = 30_000;

/** A pool and the function that ends it. The function does nothing for a pool of the caller. */
type OpenPool = { readonly pool: PostgresPool; readonly end: () => Promise<void> };

/** @throws `invalid-input` if an option is invalid */
export function openPool(options: PostgresStoreOptions): OpenPool {
  if (options.pool !== undefined) {
    if (typeof options.pool.connect !== "function")
      throw invalidInput("pool", typeof options.pool, "expected a pool of pg");
    return { pool: options.pool, end: async () => {} };
  }
  const { connectionString, maxConnections, connectTimeout } = options;
  if (typeof connectionString !== "string" || connectionString === "") {
    // The connection string may contain a password, so the message shows only its type.
    throw invalidInput(
      "connectionString",
      typeof connectionString,
      "expected a string such as postgresql://user@host/database, or pass a pool",
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
  // An idle connection was lost. The pool has removed it and opens another one when needed.
  pool.on("error", () => {});
  return { pool, end: () => pool.end() };
}
