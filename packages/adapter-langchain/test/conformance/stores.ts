import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryStore } from "@cutpoint/store-memory";
import { createSqliteStore } from "@cutpoint/store-sqlite";
import type { StoreLocation } from "./history-rig.ts";

export async function memoryStoreLocation(): Promise<StoreLocation> {
  let store = createMemoryStore();
  return {
    store: () => store,
    async restart() {
      await store[Symbol.asyncDispose]();
      store = createMemoryStore();
    },
    [Symbol.asyncDispose]: async () => store[Symbol.asyncDispose](),
  };
}

export async function sqliteStoreLocation(): Promise<StoreLocation> {
  const folder = await mkdtemp(join(tmpdir(), "cutpoint-history-"));
  const open = (): ReturnType<typeof createSqliteStore> =>
    createSqliteStore({ file: join(folder, "chat.sqlite") });
  let store = open();
  return {
    store: () => store,
    async restart() {
      await store[Symbol.asyncDispose]();
      store = open();
    },
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}
