import { describeStateStoreConformance } from "@cutpoint/conformance/vitest";
import { createMemoryStateStore } from "../src/memory-state-store.ts";

describeStateStoreConformance("the memory state store", {
  durable: false,
  create: async () => ({
    open: async () => createMemoryStateStore(),
    files: async () => null,
    async [Symbol.asyncDispose]() {},
  }),
});
