import { describeStateStoreConformance } from "@cutpoint/conformance/vitest";
import { beforeEach } from "vitest";
import { createPostgresStateStore } from "../src/postgres-state-store.ts";
import { openPlace, skipWithoutServer } from "./postgres.ts";

beforeEach(skipWithoutServer);

describeStateStoreConformance("the PostgreSQL state store", {
  durable: true,
  async create() {
    const place = openPlace();
    const { pool, schema } = place;
    return {
      open: async () => createPostgresStateStore({ pool, schema }),
      files: async () => null, // VACUUM FULL and the end of the write-ahead log remove deleted rows
      [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
    };
  },
});
