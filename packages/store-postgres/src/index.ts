export type { PostgresClient, PostgresPool, PostgresQuery, PostgresResult } from "./pool.ts";
export type { ObjectStorage } from "./object-storage.ts";
export type { MovedToCold } from "./move-to-cold.ts";
export type { PostgresStoreOptions } from "./options.ts";
export type { PostgresStore } from "./postgres-store.ts";
export { createPostgresStore } from "./postgres-store.ts";
