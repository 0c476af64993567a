import { open } from "node:fs/promises";
import { isCutpointError } from "@cutpoint/core";
import { startServer } from "@cutpoint/postgres-server";
import { Client, Pool } from "pg";
import { beforeEach, expect, test } from "vitest";
import type { PostgresClient, PostgresPool } from "../src/pool.ts";
import { createPostgresStore } from "../src/postgres-store.ts";
import { encodeBatch } from "@cutpoint/session/store";
import { createAppender } from "../src/append.ts";
import { createCold } from "../src/cold.ts";
import { createDatabase } from "../src/database.ts";
import { appendUntil } from "./append-until.ts";
import { SESSION, message, messages, readIds } from "./log.ts";
import { connectionString, execute, openPlace, skipWithoutServer } from "./postgres.ts";

beforeEach(skipWithoutServer);

/** A pool that cuts the connection after a statement that writes entries, for the given number of times. */
function cutting(pool: Pool, cuts: number): PostgresPool {
  let left = cuts;
  const cut = (client: PostgresClient): PostgresClient => ({
    async query(query) {
      const result = await client.query(query);
      if (left > 0 && query.text.includes("INSERT INTO") && query.text.includes("moved")) {
        left -= 1;
        throw new Error("Connection terminated unexpectedly");
      }
      return result;
    },
    release: (destroy) => client.release(destroy),
    on: (event, listener) => client.on(event, listener),
    off: (event, listener) => client.off(event, listener),
  });
  return { connect: async () => cut(await pool.connect()) };
}

test("an append whose result was lost with the connection is repeated and stored once", async () => {
  await using place = openPlace();
  await using store = createPostgresStore({ pool: cutting(place.pool, 2), schema: place.schema });
  const batch = [message("a"), message("b", "a")];
  expect(await store.append(SESSION, batch, { expectedHead: null })).toEqual({
    type: "appended",
  });
  expect(await readIds(store)).toEqual(["a", "b"]);
});

test("an append whose connection is cut repeatedly fails and can be repeated", async () => {
  await using place = openPlace();
  await using store = createPostgresStore({ pool: cutting(place.pool, 3), schema: place.schema });
  const append = (): Promise<unknown> =>
    store.append(SESSION, [message("a")], { expectedHead: null });
  const error: unknown = await append().catch((error: unknown) => error);
  expect(isCutpointError(error, "store-failed") && error.retryable).toBe(true);
  expect(await append()).toEqual({ type: "appended" });
  expect(await readIds(store)).toEqual(["a"]);
});

test("a backend that ends during an append is replaced", async () => {
  await using place = openPlace();
  await using store = place.open();
  await store.append(SESSION, [message("a")], { expectedHead: null });
  const blocker = await place.pool.connect();
  await blocker.query(`BEGIN; LOCK TABLE "${place.schema}".sessions`);
  const append = store.append(SESSION, [message("b", "a")], { expectedHead: "a" });
  const waiting = `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%${place.schema}%'`;
  let ended: readonly unknown[] = [];
  while (ended.length === 0)
    ended = await execute(`SELECT pg_terminate_backend(pid) FROM (${waiting}) AS waiting`);
  await blocker.query("COMMIT");
  blocker.release();
  expect(await append).toEqual({ type: "appended" });
  expect(await readIds(store)).toEqual(["a", "b"]);
});

/** A pool that rolls back statements that write entries, for the given number of times. */
function takingBack(pool: Pool, times: number): PostgresPool & { readonly attempts: () => number } {
  let attempts = 0;
  const contested = (client: PostgresClient): PostgresClient => ({
    async query(query) {
      const isWrite = query.text.includes("INSERT INTO") && query.text.includes("moved");
      if (!isWrite) return client.query(query);
      attempts += 1;
      if (attempts > times) return client.query(query);
      throw Object.assign(new Error("could not serialize access"), { code: "40001" });
    },
    release: (destroy) => client.release(destroy),
    on: (event, listener) => client.on(event, listener),
    off: (event, listener) => client.off(event, listener),
  });
  return { connect: async () => contested(await pool.connect()), attempts: () => attempts };
}

test.concurrent("an append that the server rolls back 30 times in a row succeeds in the end", async () => {
  await using place = openPlace();
  await using first = place.open();
  await first.append(SESSION, [message("a")], { expectedHead: null });
  await using store = createPostgresStore({
    pool: takingBack(place.pool, 30),
    schema: place.schema,
  });
  expect(await store.append(SESSION, [message("b", "a")], { expectedHead: "a" })).toEqual({
    type: "appended",
  });
  expect(await readIds(store)).toEqual(["a", "b"]);
});

test.concurrent("an append that is rolled back until its timeout throws conflict, with growing waits between attempts", async () => {
  await using place = openPlace();
  await using first = place.open();
  await first.append(SESSION, [message("a")], { expectedHead: null });
  const pool = takingBack(place.pool, Number.POSITIVE_INFINITY);
  const database = createDatabase(pool);
  const schema = `"${place.schema}"`;
  const append = createAppender(database, schema, createCold(database, schema, null), 1000);
  const batch = encodeBatch([message("b", "a")]);
  const waiting = { sessionId: SESSION, batch, expectedHead: "a" };
  const error: unknown = await append({ ...waiting, signal: undefined }).catch(
    (error: unknown) => error,
  );
  expect(isCutpointError(error, "conflict") && error.retryable, String(error)).toBe(true);
  // Waits of 2, 4, … 250 ms, on average half as long: about 14 in a second.
  expect(pool.attempts()).toBeLessThan(100);
  const controller = new AbortController();
  const aborted = append({ ...waiting, signal: controller.signal });
  controller.abort();
  const abortion: unknown = await aborted.catch((error: unknown) => error);
  expect(isCutpointError(abortion, "aborted"), String(abortion)).toBe(true);
});

test("the server ends the transaction of a stopped process, so others can write", async () => {
  await using place = openPlace();
  const timeout = await createDatabase(place.pool).transaction(async (client) => {
    const { rows } = await client.query({ text: "SHOW idle_in_transaction_session_timeout" });
    return rows;
  });
  expect(timeout).toEqual([{ idle_in_transaction_session_timeout: "30s" }]);
});

test(
  "backends that end at random moments neither lose nor duplicate an entry",
  { tags: ["long"] },
  async () => {
    await using place = openPlace();
    await using store = place.open();
    let isOver = false;
    const appends = appendUntil(store, () => isOver);
    for (let kill = 0; kill < 40; kill += 1)
      await execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE $1 AND pid <> pg_backend_pid()",
        [`%${place.schema}%`],
      );
    isOver = true;
    const acknowledged = await appends;
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(await readIds(store)).toEqual(acknowledged);
  },
);

test(
  "a server that crashes during writes keeps every acknowledged entry",
  { tags: ["long"] },
  async () => {
    const server = await startServer();
    if (typeof server === "string") throw new Error(server);
    await using running = server;
    await using store = createPostgresStore({ connectionString: running.connectionString });
    let isOver = false;
    const appends = appendUntil(store, () => isOver);
    for (let crash = 0; crash < 3; crash += 1) await running.crashAndRestart();
    isOver = true;
    const acknowledged = await appends;
    expect(await readIds(store)).toEqual(acknowledged);
  },
);

test(
  "damaged pages of a table throw corrupt-log, which is not retryable",
  { tags: ["long"] },
  async () => {
    const server = await startServer();
    if (typeof server === "string") throw new Error(server);
    await using running = server;
    const { connectionString } = running;
    await using store = createPostgresStore({ connectionString });
    await store.append(SESSION, messages(200), { expectedHead: null });
    await damage(connectionString);
    await running.crashAndRestart();
    const error: unknown = await readIds(store).catch((error: unknown) => error);
    expect(error).toMatchObject({ code: "corrupt-log", retryable: false });
    expect(String(error)).toContain("invalid page");
  },
);

/** Overwrites the start of the first page of each table of entries. */
async function damage(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query("CHECKPOINT");
  const { rows } = await client.query<{ path: string }>(
    "SELECT current_setting('data_directory') || '/' || pg_relation_filepath(oid) AS path FROM pg_class WHERE relname = 'entries' AND relkind = 'r'",
  );
  await client.end();
  for (const { path } of rows) {
    const file = await open(path, "r+");
    await file.write(Buffer.alloc(64, "x"), 0, 64, 0);
    await file.close();
  }
}

test("an unreachable server throws a retryable error with its address", async () => {
  await using store = createPostgresStore({
    connectionString: "postgresql://cutpoint@localhost/postgres?host=/nowhere",
  });
  const error: unknown = await store.delete(SESSION).catch((error: unknown) => error);
  expect(isCutpointError(error, "store-failed") && error.retryable).toBe(true);
  expect(String(error)).toContain("/nowhere");
});

test("a pool from the caller is not ended with the store", async () => {
  await using place = openPlace();
  const store = place.open();
  await store.append(SESSION, [message("a")], { expectedHead: null });
  await store[Symbol.asyncDispose]();
  expect(place.pool.ended).toBe(false);
  expect((await place.pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
});

test("the store ends its own pool after the running operations", async () => {
  await using place = openPlace();
  const store = createPostgresStore({
    connectionString: `${connectionString}&application_name=${encodeURIComponent(place.schema)}`,
    schema: place.schema,
  });
  const append = store.append(SESSION, [message("a")], { expectedHead: null });
  await Promise.all([store[Symbol.asyncDispose](), store[Symbol.asyncDispose]()]);
  expect(await append).toEqual({ type: "appended" });
  const connections = "SELECT pid FROM pg_stat_activity WHERE application_name = $1";
  let left: readonly unknown[] = [null];
  while (left.length > 0) left = await execute(connections, [place.schema]);
});

test("an append that waits for a connection can be aborted and is not written", async () => {
  await using place = openPlace();
  const pool = new Pool({ connectionString, max: 1 });
  await using store = createPostgresStore({ pool, schema: place.schema });
  await store.append(SESSION, [message("a")], { expectedHead: null });
  const only = await pool.connect();
  const controller = new AbortController();
  const { signal } = controller;
  const append = store.append(SESSION, [message("b", "a")], { expectedHead: "a", signal });
  controller.abort();
  const error: unknown = await append.catch((error: unknown) => error);
  expect(isCutpointError(error, "aborted")).toBe(true);
  only.release();
  expect(await readIds(store)).toEqual(["a"]);
  await store[Symbol.asyncDispose]();
  await pool.end();
});
