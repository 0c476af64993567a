import type { SessionStore } from "@cutpoint/core";
import { createJsonlStore } from "@cutpoint/store-jsonl";
import type { JsonlStoreOptions } from "@cutpoint/store-jsonl";

/** How another process opens a place of the tests. */
export async function openStore(argument: string): Promise<SessionStore> {
  return createJsonlStore(JSON.parse(argument) as JsonlStoreOptions);
}
