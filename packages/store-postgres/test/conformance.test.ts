import {
  describeEraseConformance,
  describeEvictConformance,
  describeSearchConformance,
  describeStoreConformance,
} from "@cutpoint/conformance/vitest";
import type { StoreRig } from "@cutpoint/conformance";
import type { PostgresStore } from "@cutpoint/store-postgres";
import { beforeEach } from "vitest";
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
