import type { SessionStore } from "@cutpoint/session";
import { createJsonlStore } from "../src/jsonl-store.ts";
import type { JsonlStoreOptions } from "../src/options.ts";

/** Opens a location of the tests in another process. */
export async function openStore(argument: string): Promise<SessionStore> {
  return createJsonlStore(JSON.parse(argument) as JsonlStoreOptions);
}
