import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeStoreConformance } from "@cutpoint/conformance/vitest";
import { createJsonlStore } from "@cutpoint/store-jsonl";

describeStoreConformance("the JSONL store", {
  kind: "durable",
  async create() {
    const directory = await mkdtemp(join(tmpdir(), "cutpoint-"));
    return {
      open: async () => createJsonlStore({ directory }),
      [Symbol.asyncDispose]: () => rm(directory, { recursive: true }),
    };
  },
});
