import type { SessionStore } from "@cutpoint/session";
import type { SqliteStoreOptions } from "../src/options.ts";
import { createSqliteStore } from "../src/sqlite-store.ts";

/** Opens a location of the tests in another process. */
export async function openStore(argument: string): Promise<SessionStore> {
  return createSqliteStore(JSON.parse(argument) as SqliteStoreOptions);
}
