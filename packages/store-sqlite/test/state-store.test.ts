import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeStateStoreConformance } from "@cutpoint/conformance/vitest";
import { createSqliteStateStore } from "../src/sqlite-state-store.ts";

describeStateStoreConformance("the SQLite state store", {
  durable: true,
  async create() {
    const directory = await mkdtemp(join(tmpdir(), "cutpoint-"));
    return {
      open: async () => createSqliteStateStore({ file: join(directory, "states.db") }),
      files: async () =>
        Promise.all(
          (await readdir(directory)).map((name) => readFile(join(directory, name), "latin1")),
        ),
      [Symbol.asyncDispose]: () => rm(directory, { recursive: true }),
    };
  },
});
