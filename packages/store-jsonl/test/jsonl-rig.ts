import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StoreRig } from "@cutpoint/conformance";
import { createJsonlStore, type JsonlStore } from "../src/jsonl-store.ts";
import type { JsonlStoreOptions } from "../src/options.ts";

/** Creates a separate folder for each location. */
export function jsonlRig(options: Omit<JsonlStoreOptions, "directory"> = {}): StoreRig<JsonlStore> {
  return {
    kind: "durable",
    async create() {
      const directory = await mkdtemp(join(tmpdir(), "cutpoint-"));
      const opening: JsonlStoreOptions = { ...options, directory };
      return {
        open: async () => createJsonlStore(opening),
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
