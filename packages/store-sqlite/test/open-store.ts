import type { SessionStore } from "@cutpoint/session";
import type { SqliteStoreOptions } from "../src/options.ts";
import { createSqliteStore } from "../src/sqlite-store.ts";

/** How another process opens a place of the tests. */
export async function openStore(argument: string): Promise<SessionStore> {
  return createSqliteStore(JSON.parse(argument) as SqliteStoreOptions);
}
