import type { SessionStore } from "@cutpoint/session";
import type { PostgresStoreOptions } from "../src/options.ts";
import { createPostgresStore } from "../src/postgres-store.ts";

/** Opens a location in another process. The argument is the store's options as JSON. */
export async function openStore(argument: string): Promise<SessionStore> {
  return createPostgresStore(JSON.parse(argument) as PostgresStoreOptions);
}
