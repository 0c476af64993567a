import { isCutpointError } from "@cutpoint/core";
import { beforeEach, expect, test } from "vitest";
import { createPostgresStore, type PostgresStore } from "../src/postgres-store.ts";
import { message, readIds, SESSION } from "./log.ts";
import { connectionString, execute, openPlace, type Place, skipWithoutServer } from "./postgres.ts";

beforeEach(skipWithoutServer);

type Account = AsyncDisposable & { readonly store: PostgresStore; readonly name: string };

/** Opens a store with one entry, with an account that may only read. */
async function openReader(place: Place): Promise<Account> {
  const { schema } = place;
  const owner = place.open();
  await owner.append(SESSION, [message("a")], { expectedHead: null });
  await owner[Symbol.asyncDispose]();
  const name = schema.replaceAll(/\W/g, "_");
  await execute(`
    CREATE ROLE ${name} LOGIN;
    GRANT USAGE ON SCHEMA "${schema}" TO ${name};
    GRANT SELECT ON ALL TABLES IN SCHEMA "${schema}" TO ${name}`);
  const asReader = connectionString.replace("cutpoint@", `${name}@`);
  const store = createPostgresStore({ connectionString: asReader, schema });
  return {
    store,
    name,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await execute(`DROP OWNED BY ${name}; DROP ROLE ${name}`);
    },
  };
}

async function failsRetryably(work: Promise<unknown>): Promise<boolean> {
  const error: unknown = await work.catch((error: unknown) => error);
  return isCutpointError(error, "store-failed") && error.retryable;
}

const appendB = (store: PostgresStore): Promise<unknown> =>
  store.append(SESSION, [message("b", "a")], { expectedHead: "a" });

test("an account that may not write reads, and writes once it may", async () => {
  await using place = openPlace();
  await using reader = await openReader(place);
  const { name, store } = reader;
  expect(await failsRetryably(appendB(store))).toBe(true);
  expect(await failsRetryably(store.delete(SESSION))).toBe(true);
  expect(await readIds(store)).toEqual(["a"]);
  expect(await Array.fromAsync(store.sessions())).toEqual([SESSION]);
  await execute(
    `GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "${place.schema}" TO ${name}`,
  );
  expect(await appendB(store)).toEqual({ type: "appended" });
  expect(await readIds(store)).toEqual(["a", "b"]);
});

test("a server that accepts no writes is read", async () => {
  await using place = openPlace();
  await using owner = place.open();
  await owner.append(SESSION, [message("a")], { expectedHead: null });
  const options = encodeURIComponent("-c default_transaction_read_only=on");
  const separator = connectionString.includes("?") ? "&" : "?";
  await using store = createPostgresStore({
    connectionString: `${connectionString}${separator}options=${options}`,
    schema: place.schema,
  });
  expect(await failsRetryably(appendB(store))).toBe(true);
  expect(await readIds(store)).toEqual(["a"]);
});

test(
  "an entry of 100 MB is appended, read and followed by others",
  { tags: ["long"] },
  async () => {
    await using place = openPlace();
    await using store = place.open();
    await store.append(SESSION, [message("a")], { expectedHead: null });
    const large = message("large", "a", "0123456789".repeat(10_000_000));
    await store.append(SESSION, [large], { expectedHead: "a" });
    await store.append(SESSION, [message("last", "large")], { expectedHead: "large" });
    expect(await readIds(store)).toEqual(["a", "large", "last"]);
  },
);
