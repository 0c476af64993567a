import { CutpointError } from "@cutpoint/session/store";
import type { PostgresPool } from "./pool.ts";

type Shared = {
  /**
   * The schema of the tables, made with them by the first use where it is not there; default `cutpoint`. Logs in
   * different schemas know nothing of each other.
   */
  readonly schema?: string;
};

/** Either a pool that the caller keeps and ends, or where to connect to. */
export type PostgresStoreOptions = Shared &
  (
    | {
        /** Not ended by the store's disposal. Its owner listens to its `error` event, as `pg` asks for. */
        readonly pool: PostgresPool;
      }
    | {
        readonly pool?: undefined;
        /** `postgresql://user:password@host:port/database?…`, as `pg` reads it. */
        readonly connectionString: string;
        /** How many connections the store opens at most; default 10. */
        readonly maxConnections?: number;
        /** How long to wait for a connection, in ms, before an operation fails; default 30,000. */
        readonly connectTimeout?: number;
      }
  );

const DEFAULT_SCHEMA = "cutpoint";

/** Longer names are cut by the server. */
const MAX_NAME_BYTES = 63;

/** @throws `invalid-input` */
export function assertSchema({ schema = DEFAULT_SCHEMA }: PostgresStoreOptions): string {
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
    `it should be a name of 1 to ${MAX_NAME_BYTES} bytes that does not begin with pg_`,
  );
}

/** @throws `invalid-input` */
export function assertPositiveInteger(field: string, value: number): number {
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw invalidInput(field, value, "it should be a positive integer");
}

export function invalidInput(field: string, value: unknown, remedy: string): CutpointError {
  const given = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? "undefined");
  return new CutpointError("invalid-input", `${field} is ${given.slice(0, 80)}: ${remedy}`);
}
