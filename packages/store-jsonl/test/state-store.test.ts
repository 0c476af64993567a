import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeStateStoreConformance } from "@cutpoint/conformance/vitest";
import { createJsonlStateStore } from "../src/jsonl-state-store.ts";

describeStateStoreConformance("the JSONL state store", {
  durable: true,
  async create() {
    const directory = await mkdtemp(join(tmpdir(), "cutpoint-"));
    return {
      open: async () => createJsonlStateStore({ directory }),
      files: async () =>
        Promise.all(
          (await readdir(directory)).map((name) => readFile(join(directory, name), "latin1")),
        ),
      [Symbol.asyncDispose]: () => rm(directory, { recursive: true }),
    };
  },
});
