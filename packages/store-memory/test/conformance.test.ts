import type { StoreRig } from "@cutpoint/conformance";
import {
  describeEraseConformance,
  describeEvictConformance,
  describeStoreConformance,
} from "@cutpoint/conformance/vitest";
import type { MemoryStore } from "@cutpoint/store-memory";
import { createMemoryStore } from "@cutpoint/store-memory";

const rig: StoreRig<MemoryStore> = {
  kind: "volatile",
  create: async () => ({
    open: async () => createMemoryStore(),
    [Symbol.asyncDispose]: async () => {},
  }),
};

describeStoreConformance("the memory store", rig);
describeEvictConformance("the memory store", rig);
describeEraseConformance("the memory store", rig);
