export type { PostgresClient, PostgresPool, PostgresQuery, PostgresResult } from "./pool.ts";
export type { PostgresStoreOptions } from "./options.ts";
export type { PostgresStore } from "./postgres-store.ts";
export { createPostgresStore } from "./postgres-store.ts";
