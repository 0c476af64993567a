import { randomUUID } from "node:crypto";
import type { ProcessEntry } from "@cutpoint/conformance";
import { Client, Pool } from "pg";
import { inject, type TestContext } from "vitest";
import { createPostgresStore, type PostgresStore } from "../src/postgres-store.ts";

const provided = inject("postgres");

export const connectionString: string =
  "connectionString" in provided ? provided.connectionString : "";

/** To be run before each test that needs the server: without one the test is skipped, with the reason. */
export function skipWithoutServer({ skip }: Pick<TestContext, "skip">): void {
  if ("missing" in provided) skip(provided.missing);
}

/** A schema of its own, with all that was opened on it. */
export type Place = AsyncDisposable & {
  readonly schema: string;
  readonly pool: Pool;
  open(): PostgresStore;
};

/** All stores of a place use its one pool, and nothing of it is left in the end. */
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

/** How a process of its own opens a place. */
export function elsewhere({ schema }: Place): ProcessEntry {
  return {
    module: new URL("open-store.ts", import.meta.url).href,
    argument: JSON.stringify({ connectionString, schema }),
    flags: ["--conditions=@cutpoint/source"],
  };
}

/** Runs one statement on a connection of its own. */
export async function execute(text: string, values: unknown[] = []): Promise<readonly unknown[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as readonly unknown[];
  } finally {
    await client.end();
  }
}
