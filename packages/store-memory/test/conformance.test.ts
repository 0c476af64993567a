import { describeStoreConformance } from "@cutpoint/conformance/vitest";
import { createMemoryStore } from "@cutpoint/store-memory";

describeStoreConformance("the memory store", {
  kind: "volatile",
  create: async () => ({
    open: async () => createMemoryStore(),
    [Symbol.asyncDispose]: async () => {},
  }),
});
