export type { Durability, SqliteStoreOptions } from "./options.ts";
export type { SqliteStore } from "./create-store.ts";
export { createSqliteStateStore } from "./sqlite-state-store.ts";
export { createSqliteStore } from "./sqlite-store.ts";
