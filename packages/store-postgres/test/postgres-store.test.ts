import { type CutpointErrorCode, isCutpointError } from "@cutpoint/core";
import { beforeEach, describe, expect, test } from "vitest";
import type { PostgresStoreOptions } from "../src/options.ts";
import type { PostgresPool } from "../src/pool.ts";
import { createPostgresStore, type PostgresStore } from "../src/postgres-store.ts";
import { countRoundTrips } from "./count-round-trips.ts";
import { message, messages, readIds, SESSION } from "./log.ts";
import { connectionString, execute, openPlace, skipWithoutServer } from "./postgres.ts";

beforeEach(skipWithoutServer);

async function codeOf(act: () => Promise<unknown>): Promise<CutpointErrorCode | "none"> {
  try {
    await act();
    return "none";
  } catch (error) {
    if (isCutpointError(error)) return error.code;
    throw error;
  }
}

describe("options", () => {
  const wrong: readonly (readonly [field: string, options: unknown])[] = [
    ["options is undefined: expected an object with", undefined],
    ["options is null: expected an object with", null],
    ["options is invalid (not shown", "postgresql://user:secret@host/db"],
    ["connectionString is undefined: expected a string such as", {}],
    ['connectionString is "": expected a string such as', { connectionString: "" }],
    ["connectionString is invalid (not shown", { connectionString: "user:secret@host/db" }],
    ["connectionString is invalid", { connectionString: "postgresql://user:secret@host:port/db" }],
    ["connectionString is invalid", { connectionString: { password: "secret" } }],
    ["connectionString is invalid", { connectionString: "mysql://user:secret@host/db" }],
    ["pool.connect is undefined: expected a function", { pool: null }],
    ["pool.connect is undefined: expected a function", { pool: { password: "secret" } }],
    ["pool", { pool: "postgresql://localhost" }],
    ["schema", { connectionString, schema: "" }],
    ["schema", { connectionString, schema: "pg_mine" }],
    ["schema", { connectionString, schema: "a\0b" }],
    ["schema", { connectionString, schema: "ä".repeat(32) }],
    ["maxConnections", { connectionString, maxConnections: 0 }],
    ["connectTimeout", { connectionString, connectTimeout: 1.5 }],
  ];
  test.each(wrong)("an invalid %s is rejected and named", (field, options) => {
    let error: unknown;
    try {
      createPostgresStore(options as PostgresStoreOptions);
    } catch (thrown) {
      error = thrown;
    }
    expect(isCutpointError(error, "invalid-input")).toBe(true);
    expect(String(error)).toContain(field);
    expect(String(error)).not.toContain("secret");
  });

  test.each([
    "postgresql://user:p%20w@host:5432/db?sslmode=require",
    "postgres://user@/db?host=/tmp",
    "postgresql:///db",
    "socket:/tmp?db=mine",
    "/tmp mine",
  ])("the address %s is accepted", async (address) => {
    const store = createPostgresStore({ connectionString: address });
    await expect(store[Symbol.asyncDispose]()).resolves.toBeUndefined();
  });
});

describe("tables", () => {
  test("are created once, even if many stores start at the same time", async () => {
    await using place = openPlace();
    const stores = Array.from({ length: 8 }, () => place.open());
    const begin = (store: PostgresStore, index: number): Promise<unknown> =>
      store.append(`session ${index}`, [message("a")], { expectedHead: null });
    const results = await Promise.all(stores.map(begin));
    expect(results).toEqual(stores.map(() => ({ type: "appended" })));
    expect(await Array.fromAsync(place.open().sessions())).toHaveLength(stores.length);
  });

  test("of a newer release are not changed", async () => {
    await using place = openPlace();
    await using store = place.open();
    await store.append(SESSION, [message("a")], { expectedHead: null });
    await place.pool.query(`UPDATE "${place.schema}".version SET version = 99`);
    await using older = place.open();
    expect(await codeOf(() => readIds(older))).toBe("unsupported-version");
  });

  test("that could not be created are created by the next attempt", async () => {
    await using place = openPlace();
    await using store = place.open();
    await place.pool.query(
      `CREATE SCHEMA "${place.schema}"; CREATE VIEW "${place.schema}".sessions AS SELECT 1`,
    );
    expect(await codeOf(() => readIds(store))).toBe("store-failed");
    await place.pool.query(`DROP VIEW "${place.schema}".sessions`);
    expect(await readIds(store)).toEqual([]);
  });

  test("can be used by an account that cannot create tables", async () => {
    await using place = openPlace();
    await using owner = place.open();
    await owner.append(SESSION, [message("a")], { expectedHead: null });
    const role = place.schema.replaceAll(/\W/g, "_");
    await execute(`
      CREATE ROLE ${role} LOGIN;
      GRANT USAGE ON SCHEMA "${place.schema}" TO ${role};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "${place.schema}" TO ${role}`);
    const asRole = connectionString.replace("cutpoint@", `${role}@`);
    await using store = createPostgresStore({ connectionString: asRole, schema: place.schema });
    await store.append(SESSION, [message("b", "a")], { expectedHead: "a" });
    await store.append("another", [message("a")], { expectedHead: null });
    expect(await readIds(store)).toEqual(["a", "b"]);
    expect(await store.search(SESSION, "text of b")).toHaveLength(1);
    expect(await store.delete(SESSION)).toBe(true);
    await execute(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  });

  test("are not created in a database that is not UTF-8", async () => {
    await using place = openPlace();
    const name = place.schema.replaceAll(/\W/g, "_");
    await execute(`CREATE DATABASE ${name} ENCODING 'LATIN1' TEMPLATE template0`);
    const elsewhere = connectionString.replace("/postgres?", `/${name}?`);
    const store = createPostgresStore({ connectionString: elsewhere });
    expect(await codeOf(() => readIds(store))).toBe("invalid-input");
    await store[Symbol.asyncDispose]();
    await execute(`DROP DATABASE ${name} WITH (FORCE)`);
  });
});

describe("a long log", () => {
  const LENGTH = 20_000;

  async function fill(store: PostgresStore): Promise<void> {
    for (let first = 0; first < LENGTH; first += 5000) {
      const expectedHead = first === 0 ? null : `${first - 1}`;
      await store.append(SESSION, messages(5000, first), { expectedHead });
    }
  }

  test("returns its newest entries in few round trips, and all of it in pages", async () => {
    await using place = openPlace();
    await using writer = place.open();
    await fill(writer);
    const pool = countRoundTrips(place.pool);
    await using store = createPostgresStore({ pool, schema: place.schema });
    let count = 0;
    for await (const entry of store.read(SESSION, { order: "newest-first" })) {
      expect(entry.id).toBe(`${LENGTH - 1 - count}`);
      count += 1;
      if (count === 1000) break;
    }
    expect(pool.roundTrips()).toBeLessThanOrEqual(4);
    expect(await readIds(store)).toEqual(Array.from({ length: LENGTH }, (_, index) => `${index}`));
    expect(pool.roundTrips()).toBeLessThan(LENGTH / 1000);
  });

  test("keeps at most one page of large entries in memory", { tags: ["long"] }, async () => {
    await using place = openPlace();
    await using store = place.open();
    const large = messages(24).map((entry) => ({ ...entry, filler: "x".repeat(1_000_000) }));
    await store.append(SESSION, large, { expectedHead: null });
    let sizes: number[] = [];
    const counted = countRoundTrips(place.pool);
    const measuring: PostgresPool = {
      async connect() {
        const client = await counted.connect();
        return {
          ...client,
          async query(query) {
            const result = await client.query(query);
            sizes.push(JSON.stringify(result.rows).length);
            return result;
          },
        };
      },
    };
    await using reader = createPostgresStore({ pool: measuring, schema: place.schema });
    for (const order of ["oldest-first", "newest-first"] as const) {
      sizes = [];
      const entries = await Array.fromAsync(reader.read(SESSION, { order }));
      expect(entries).toEqual(order === "oldest-first" ? large : large.toReversed());
      expect(Math.max(...sizes)).toBeLessThan(11_000_000);
    }
  });

  test("that is deleted while it is read ends with an error, not as if it were complete", async () => {
    await using place = openPlace();
    await using store = place.open();
    await store.append(SESSION, messages(500), { expectedHead: null });
    const reading = store.read(SESSION)[Symbol.asyncIterator]();
    await reading.next();
    await store.delete(SESSION);
    await store.append(SESSION, messages(500), { expectedHead: null });
    const readOn = async (): Promise<void> => {
      while ((await reading.next()).done !== true);
    };
    expect(await codeOf(readOn)).toBe("conflict");
  });
});

describe("a session that is deleted while others write", () => {
  test("leaves no row behind", async () => {
    await using place = openPlace();
    const stores = [place.open(), place.open(), place.open()];
    const [first, second, third] = stores as [PostgresStore, PostgresStore, PostgresStore];
    const write = async (store: PostgresStore, name: string): Promise<void> => {
      let expectedHead: string | null = null;
      for (let index = 0; index < 150; index += 1) {
        const id = `${name}-${index}`;
        const result = await store.append(SESSION, [message(id, expectedHead)], { expectedHead });
        expectedHead = result.type === "appended" ? id : result.head;
      }
    };
    const writers = [write(first, "one"), write(second, "two")];
    for (let round = 0; round < 40; round += 1) {
      await third.search(SESSION, "text");
      await third.delete(SESSION);
    }
    await Promise.all(writers);
    await third.delete(SESSION);
    for (const table of ["sessions", "entries", "words", "progress"]) {
      const { rows } = await place.pool.query(`SELECT FROM "${place.schema}".${table}`);
      expect(rows, table).toHaveLength(0);
    }
  });
});

test("stores in different schemas of one pool share no data", async () => {
  await using one = openPlace();
  await using other = openPlace();
  await one.open().append(SESSION, [message("a")], { expectedHead: null });
  await using store = createPostgresStore({ pool: one.pool, schema: other.schema });
  expect(await readIds(store)).toEqual([]);
  expect(await readIds(one.open())).toEqual(["a"]);
});

test("a pool whose transactions are serializable loses no race and no entry", async () => {
  await using place = openPlace();
  const strict = `${connectionString}&options=${encodeURIComponent("-c default_transaction_isolation=serializable")}`;
  const options = { connectionString: strict, schema: place.schema };
  await using one = createPostgresStore(options);
  await using other = createPostgresStore(options);
  await one.append(SESSION, [message("a")], { expectedHead: null });
  let head = "a";
  for (let round = 0; round < 50; round += 1) {
    const ids = [`one-${round}`, `other-${round}`];
    const results = await Promise.all(
      [one, other].map((store, index) =>
        store.append(SESSION, [message(ids[index]!, head)], { expectedHead: head }),
      ),
    );
    const winner = results.findIndex((result) => result.type === "appended");
    head = ids[winner]!;
    expect(results[1 - winner]).toEqual({ type: "conflict", head });
  }
  expect(await readIds(other)).toHaveLength(51);
});
