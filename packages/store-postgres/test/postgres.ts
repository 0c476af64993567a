import { randomUUID } from "node:crypto";
import type { ProcessEntry } from "@cutpoint/conformance";
import { Client, Pool } from "pg";
import { inject, type TestContext } from "vitest";
import { createPostgresStore, type PostgresStore } from "../src/postgres-store.ts";

const provided = inject("postgres");

export const connectionString: string =
  "connectionString" in provided ? provided.connectionString : "";

/** Skips a test and reports the reason if there is no server. Call it before each test that needs one. */
export function skipWithoutServer({ skip }: Pick<TestContext, "skip">): void {
  if ("missing" in provided) skip(provided.missing);
}

/** A schema for one test, with a pool. */
export type Place = AsyncDisposable & {
  readonly schema: string;
  readonly pool: Pool;
  open(): PostgresStore;
};

/** Creates a schema whose stores share one pool. Disposal drops the schema and ends the pool. */
export function openPlace(): Place {
  const schema = `test ${randomUUID()}`;
  const pool = new Pool({ connectionString });
  pool.on("error", () => {});
  return {
    schema,
    pool,
    open: () => createPostgresStore({ pool, schema }),
    async [Symbol.asyncDispose]() {
      await pool.query(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
      await pool.end();
    },
  };
}

/** Describes how another process opens a location. */
export function elsewhere({ schema }: Place): ProcessEntry {
  return {
    module: new URL("open-store.ts", import.meta.url).href,
    argument: JSON.stringify({ connectionString, schema }),
    flags: ["--conditions=@cutpoint/source"],
  };
}

/** Runs one statement on a new connection. */
export async function execute(text: string, values: unknown[] = []): Promise<readonly unknown[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as readonly unknown[];
  } finally {
    await client.end();
  }
}
