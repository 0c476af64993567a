import type { SessionStore } from "@cutpoint/core";
import { createPostgresStore } from "@cutpoint/store-postgres";
import type { PostgresStoreOptions } from "@cutpoint/store-postgres";

/** Opens a place from within a process of its own; the argument is the store's options as JSON. */
export async function openStore(argument: string): Promise<SessionStore> {
  return createPostgresStore(JSON.parse(argument) as PostgresStoreOptions);
}
