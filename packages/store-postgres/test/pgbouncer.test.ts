import { isCutpointError } from "@cutpoint/core";
import { startPgBouncer } from "@cutpoint/postgres-server/pgbouncer";
import { startServer } from "@cutpoint/postgres-server";
import {
  describeEraseConformance,
  describeEvictConformance,
  describeSearchConformance,
  describeStoreConformance,
} from "@cutpoint/conformance/vitest";
import type { StoreRig } from "@cutpoint/conformance";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPostgresStore, type PostgresStore } from "../src/postgres-store.ts";
import { appendUntil } from "./append-until.ts";
import { message, readIds } from "./log.ts";
import { connectionString, elsewhere, openPlace, skipWithoutServer } from "./postgres.ts";

let pooler: Awaited<ReturnType<typeof startPgBouncer>> = "no server was started";

beforeAll(async () => {
  if (connectionString !== "") pooler = await startPgBouncer({ connectionString });
  if (typeof pooler === "string")
    console.warn(`The tests behind PgBouncer are skipped: ${pooler}.`);
});

afterAll(async () => {
  if (typeof pooler !== "string") await pooler[Symbol.asyncDispose]();
});

beforeEach(skipWithoutServer);
beforeEach(({ skip }) => {
  if (typeof pooler === "string") skip(pooler);
});

/** The options of a store behind the pooler. */
function behind(schema: string): Parameters<typeof createPostgresStore>[0] {
  if (typeof pooler === "string") throw new Error(pooler);
  return { connectionString: pooler.connectionString, schema, prepare: false };
}

const rig: StoreRig<PostgresStore> = {
  kind: "shared",
  async create() {
    const place = openPlace();
    const options = behind(place.schema);
    return {
      open: async () => createPostgresStore(options),
      processEntry: { ...elsewhere(place), argument: JSON.stringify(options) },
      [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
    };
  },
};

const NAME = "the PostgreSQL store behind PgBouncer";

describe("in transaction mode", { tags: ["long"] }, () => {
  describeStoreConformance(NAME, rig);
  describeSearchConformance(NAME, rig);
  describeEvictConformance(NAME, rig);
  describeEraseConformance(NAME, rig);
});

test("named statements behind PgBouncer 1.18 end in an error that names the option", async ({
  skip,
}) => {
  await using place = openPlace();
  const options = { ...behind(place.schema), prepare: true };
  const stores = [0, 1, 2, 3].map(() => createPostgresStore(options));
  const appends = stores.map((store, index) =>
    store.append(`session ${index}`, [message("a")], { expectedHead: null }),
  );
  const results = await Promise.allSettled(appends);
  await Promise.all(stores.map((store) => store[Symbol.asyncDispose]()));
  const failed = results.find((result) => result.status === "rejected");
  if (failed === undefined) return skip("this PgBouncer tracks named statements");
  expect(isCutpointError(failed.reason, "store-failed")).toBe(true);
  expect(String(failed.reason)).toContain("set prepare to false");
});

test(
  "a restart of PgBouncer or of the server neither loses nor duplicates an entry",
  { tags: ["long"] },
  async () => {
    const server = await startServer();
    if (typeof server === "string") throw new Error(server);
    await using running = server;
    const started = await startPgBouncer(running);
    if (typeof started === "string") throw new Error(started);
    await using between = started;
    const { connectionString } = between;
    await using store = createPostgresStore({ connectionString, prepare: false });
    let isOver = false;
    const appends = appendUntil(store, () => isOver);
    for (let round = 0; round < 3; round += 1) {
      await between.crashAndRestart();
      await running.crashAndRestart();
    }
    isOver = true;
    const acknowledged = await appends;
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(await readIds(store)).toEqual(acknowledged);
  },
);
