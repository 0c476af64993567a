import { randomUUID } from "node:crypto";
import type { StoreRig } from "@cutpoint/conformance";
import { createPostgresStore, type PostgresStore } from "@cutpoint/store-postgres";
import { Client } from "pg";

const OPEN = new URL("../../../packages/store-postgres/test/open-store.ts", import.meta.url).href;

/** Creates a separate schema of a database for each location. */
export function postgresRig(connectionString: string): StoreRig<PostgresStore> {
  return {
    kind: "shared",
    async create() {
      const options = { connectionString, schema: `conformance ${randomUUID()}` };
      return {
        open: async () => createPostgresStore(options),
        processEntry: {
          module: OPEN,
          argument: JSON.stringify(options),
          flags: ["--conditions=@cutpoint/source"],
        },
        [Symbol.asyncDispose]: () => dropSchema(options),
      };
    },
  };
}

async function dropSchema({
  connectionString,
  schema,
}: {
  readonly connectionString: string;
  readonly schema: string;
}): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
  } finally {
    await client.end();
  }
}
