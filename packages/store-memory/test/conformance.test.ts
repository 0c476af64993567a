import type { StoreRig } from "@cutpoint/conformance";
import {
  describeEraseConformance,
  describeEvictConformance,
  describeStoreConformance,
} from "@cutpoint/conformance/vitest";
import { createMemoryStore, type MemoryStore } from "../src/memory-store.ts";

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
