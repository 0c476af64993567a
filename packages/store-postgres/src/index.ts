export type { PostgresClient, PostgresPool, PostgresQuery, PostgresResult } from "./pool.ts";
export type { ObjectStorage } from "./object-storage.ts";
export type { MovedToCold } from "./move-to-cold.ts";
export type { PartitionOptions } from "./partitions.ts";
export type { PostgresStoreOptions } from "./options.ts";
export type { PostgresStore } from "./postgres-store.ts";
export type { S3Client } from "./s3-storage.ts";
export { createS3Storage } from "./s3-storage.ts";
export { createPostgresStore } from "./postgres-store.ts";
