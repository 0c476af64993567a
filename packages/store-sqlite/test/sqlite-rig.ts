import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StoreRig } from "@cutpoint/conformance";
import type { SqliteStoreOptions } from "../src/options.ts";
import type { SqliteStore } from "../src/create-store.ts";
import { createSqliteStore } from "../src/sqlite-store.ts";

/** Creates a separate database file for each location. */
export function sqliteRig(options: Omit<SqliteStoreOptions, "file"> = {}): StoreRig<SqliteStore> {
  return {
    kind: "shared",
    async create() {
      const directory = await mkdtemp(join(tmpdir(), "cutpoint-"));
      const opening: SqliteStoreOptions = { ...options, file: join(directory, "log.db") };
      return {
        open: async () => createSqliteStore(opening),
        processEntry: {
          module: new URL("./open-store.ts", import.meta.url).href,
          argument: JSON.stringify(opening),
          flags: ["--conditions=@cutpoint/source"],
        },
        [Symbol.asyncDispose]: () => rm(directory, { recursive: true }),
      };
    },
  };
}
