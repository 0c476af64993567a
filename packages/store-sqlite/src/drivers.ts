export { createDriverStore } from "./driver-store.ts";
export { createDriverStateStore } from "./state-store.ts";
export type {
  AsyncSqliteDriver,
  SqliteDriver,
  SqlResult,
  SqlRow,
  SqlStatement,
  SqlValue,
  SyncSqliteDriver,
} from "./driver.ts";
export { createConnectionDriver } from "./drivers/connection.ts";
export type { SqliteConnection, SqlitePrepared } from "./drivers/connection.ts";
export { createD1Driver } from "./drivers/d1.ts";
export type { D1DatabaseLike } from "./drivers/d1.ts";
export { createDurableObjectDriver } from "./drivers/durable-object.ts";
export type { DurableObjectStorageLike } from "./drivers/durable-object.ts";
export { createLibsqlDriver } from "./drivers/libsql.ts";
export type { LibsqlClientLike } from "./drivers/libsql.ts";
export type { SqliteStore } from "./create-store.ts";
