import type { StoreRig } from "@cutpoint/conformance";
import {
  describeEraseConformance,
  describeEvictConformance,
  describeSearchConformance,
  describeStoreConformance,
} from "@cutpoint/conformance/vitest";
import { beforeEach, describe } from "vitest";
import type { PostgresStore } from "../src/postgres-store.ts";
import { elsewhere, openPlace, skipWithoutServer } from "./postgres.ts";

/** @param partitions the number of partitions. 0 leaves the tables as they are created. */
function rig(partitions: number): StoreRig<PostgresStore> {
  return {
    kind: "shared",
    async create() {
      const place = openPlace();
      if (partitions > 0) await place.open().partition(partitions);
      return {
        open: async () => place.open(),
        processEntry: elsewhere(place),
        [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
      };
    },
  };
}

beforeEach(skipWithoutServer);

function describeStore(name: string, partitions: number): void {
  describeStoreConformance(name, rig(partitions));
  describeSearchConformance(name, rig(partitions));
  describeEvictConformance(name, rig(partitions));
  describeEraseConformance(name, rig(partitions));
}

describe("one table", () => {
  describeStore("the PostgreSQL store", 0);
});

describe("a divided table", { tags: ["long"] }, () => {
  describeStore("the PostgreSQL store with 4 partitions", 4);
});
