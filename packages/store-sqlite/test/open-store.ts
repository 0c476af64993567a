import type { SessionStore } from "@cutpoint/core";
import { createSqliteStore } from "@cutpoint/store-sqlite";
import type { SqliteStoreOptions } from "@cutpoint/store-sqlite";

/** How another process opens a place of the tests. */
export async function openStore(argument: string): Promise<SessionStore> {
  return createSqliteStore(JSON.parse(argument) as SqliteStoreOptions);
}
