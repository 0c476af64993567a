import { CutpointError, invalidInput } from "@cutpoint/session/store";
import type { ObjectStorage } from "./object-storage.ts";
import type { PostgresPool } from "./pool.ts";

type Shared = {
  /**
   * The schema of the tables. Default: `cutpoint`.
   *
   * The schema and its tables are created on first use. Stores with different schemas share no data.
   */
  readonly schema?: string;
  /**
   * Whether statements are prepared once per connection and reused by name. Default: `true`.
   *
   * `false` is required behind a pooler in transaction mode that does not track named statements, such as PgBouncer
   * before 1.21.
   */
  readonly prepare?: boolean;
  /** Where `moveToCold` moves old entries. Required to read entries that were moved. */
  readonly coldStorage?: ObjectStorage;
};

/** The options of a PostgreSQL store: an existing pool, or the connection settings of a new one. */
export type PostgresStoreOptions = Shared &
  (
    | {
        /** A pool that you create and end. Listen to its `error` event, as `pg` requires. */
        readonly pool: PostgresPool;
      }
    | {
        readonly pool?: undefined;
        /** `postgresql://user:password@host:port/database?…`, as in `pg`. */
        readonly connectionString: string;
        /** The maximum number of connections. Default: 10. */
        readonly maxConnections?: number;
        /** How long an operation waits for a connection, in ms. Default: 30,000. */
        readonly connectTimeout?: number;
      }
  );

const DEFAULT_SCHEMA = "cutpoint";

/** The server truncates longer names. */
const MAX_NAME_BYTES = 63;

/** @throws `invalid-input` if the options are no object or the schema name is invalid */
export function assertSchema(options: PostgresStoreOptions): string {
  if (typeof options !== "object" || options === null)
    throw invalidAddress(
      "options",
      options,
      "expected an object with a connectionString or a pool",
    );
  const { schema = DEFAULT_SCHEMA } = options;
  const isName =
    typeof schema === "string" &&
    schema !== "" &&
    schema.isWellFormed() &&
    !schema.includes("\0") &&
    !schema.startsWith("pg_") &&
    Buffer.byteLength(schema) <= MAX_NAME_BYTES;
  if (isName) return schema;
  throw invalidInput(
    "schema",
    schema,
    `expected a name of 1 to ${MAX_NAME_BYTES} bytes that does not start with pg_`,
  );
}

/** @throws `invalid-input` if the value is not a positive integer */
export function assertPositiveInteger(field: string, value: number): number {
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw invalidInput(field, value, "expected a positive integer");
}

/** Returns the error for a value that may contain a password, and therefore is not shown unless it is empty. */
export function invalidAddress(field: string, value: unknown, remedy: string): CutpointError {
  if (!value) return invalidInput(field, value, remedy);
  const why = "is invalid (not shown, since it may contain a password)";
  return new CutpointError("invalid-input", `${field} ${why}: ${remedy}`);
}
