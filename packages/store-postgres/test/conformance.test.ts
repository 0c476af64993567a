import type { StoreRig } from "@cutpoint/conformance";
import {
  describeEraseConformance,
  describeEvictConformance,
  describeSearchConformance,
  describeStoreConformance,
} from "@cutpoint/conformance/vitest";
import { beforeEach } from "vitest";
import type { PostgresStore } from "../src/postgres-store.ts";
import { elsewhere, openPlace, skipWithoutServer } from "./postgres.ts";

const NAME = "the PostgreSQL store";

const rig: StoreRig<PostgresStore> = {
  kind: "shared",
  async create() {
    const place = openPlace();
    return {
      open: async () => place.open(),
      processEntry: elsewhere(place),
      [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
    };
  },
};

beforeEach(skipWithoutServer);

describeStoreConformance(NAME, rig);
describeSearchConformance(NAME, rig);
describeEvictConformance(NAME, rig);
describeEraseConformance(NAME, rig);
