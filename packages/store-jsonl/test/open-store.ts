import type { SessionStore } from "@cutpoint/session";
import { createJsonlStore } from "../src/jsonl-store.ts";
import type { JsonlStoreOptions } from "../src/options.ts";

/** How another process opens a place of the tests. */
export async function openStore(argument: string): Promise<SessionStore> {
  return createJsonlStore(JSON.parse(argument) as JsonlStoreOptions);
}
