import { Pool } from "pg";
import type { PostgresStoreOptions } from "./options.ts";
import { invalidInput } from "@cutpoint/session/store";
import { assertPositiveInteger, invalidAddress } from "./options.ts";
import type { PostgresPool } from "./pool.ts";

const DEFAULT_CONNECTIONS = 10;

const DEFAULT_CONNECT_TIMEOUT = 30_000;

/** A pool and the function that ends it. The function does nothing for a pool of the caller. */
type OpenPool = { readonly pool: PostgresPool; readonly end: () => Promise<void> };

/** @throws `invalid-input` if an option is invalid */
export function openPool(options: PostgresStoreOptions): OpenPool {
  const { prepare = true } = options;
  if (typeof prepare !== "boolean") throw invalidInput("prepare", prepare, "expected a boolean");
  const opened = openAnyPool(options);
  return prepare ? opened : { ...opened, pool: withoutNames(opened.pool) };
}

/** Sends every statement without its name, so that no connection keeps a prepared one. */
function withoutNames(pool: PostgresPool): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect();
      return {
        query: ({ name: _name, ...query }) => client.query(query),
        release: (destroy) => client.release(destroy),
        on: (event, listener) => client.on(event, listener),
        off: (event, listener) => client.off(event, listener),
      };
    },
  };
}

/** Whether `pg` can read an address. It would take a text without a scheme for a database on a host named `base`. */
function isAddress(value: unknown): boolean {
  if (typeof value !== "string") return false;
  if (value.startsWith("/")) return true;
  // `pg` allows an empty host after a user.
  const isUrl = URL.canParse(value) || URL.canParse(value.replace("@/", "@host/"));
  return isUrl && /^(?:postgres(?:ql)?:\/\/|socket:)/iu.test(value);
}

function openAnyPool(options: PostgresStoreOptions): OpenPool {
  if (options.pool !== undefined) {
    const given: { readonly connect: unknown } | null = options.pool;
    if (typeof given?.connect !== "function")
      throw invalidInput("pool.connect", given?.connect, "expected a function, as in a pool of pg");
    return { pool: options.pool, end: async () => {} };
  }
  const { connectionString, maxConnections, connectTimeout } = options;
  if (!isAddress(connectionString))
    throw invalidAddress(
      "connectionString",
      connectionString,
      "expected a string such as postgresql://user@host/database, or pass a pool",
    );
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
