import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProcessEntry, StoreRig, Subject } from "@cutpoint/conformance";
import { createJsonlStore, type JsonlStore } from "@cutpoint/store-jsonl";
import { createMemoryStore } from "@cutpoint/store-memory";
import { createPostgresStore, type PostgresStore } from "@cutpoint/store-postgres";
import { createSqliteStore, type SqliteStore } from "@cutpoint/store-sqlite";
import { Client } from "pg";

/** URL of a PostgreSQL server. Without it, that store is skipped with a note. */
const connectionString = process.env["CUTPOINT_POSTGRES"] ?? "";

const memory: StoreRig = {
  kind: "volatile",
  create: async () => ({
    open: async () => createMemoryStore(),
    [Symbol.asyncDispose]: async () => {},
  }),
};

const jsonl: StoreRig<JsonlStore> = {
  kind: "durable",
  async create() {
    const directory = await mkdtemp(join(tmpdir(), "cutpoint-"));
    return {
      open: async () => createJsonlStore({ directory }),
      processEntry: processEntryFor("store-jsonl", { directory }),
      [Symbol.asyncDispose]: () => rm(directory, { recursive: true }),
    };
  },
};

const sqlite: StoreRig<SqliteStore> = {
  kind: "shared",
  async create() {
    const directory = await mkdtemp(join(tmpdir(), "cutpoint-"));
    const file = join(directory, "log.db");
    return {
      open: async () => createSqliteStore({ file }),
      processEntry: processEntryFor("store-sqlite", { file }),
      [Symbol.asyncDispose]: () => rm(directory, { recursive: true }),
    };
  },
};

const postgres: StoreRig<PostgresStore> = {
  kind: "shared",
  async create() {
    const options = { connectionString, schema: `conformance ${randomUUID()}` };
    return {
      open: async () => createPostgresStore(options),
      processEntry: processEntryFor("store-postgres", options),
      [Symbol.asyncDispose]: () => dropSchema(options.schema),
    };
  },
};

async function dropSchema(schema: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(`DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
  } finally {
    await client.end();
  }
}

/** Opens a location with the module that the store's tests use. */
function processEntryFor(store: string, options: object): ProcessEntry {
  return {
    module: new URL(`../../../packages/${store}/test/open-store.ts`, import.meta.url).href,
    argument: JSON.stringify(options),
    flags: ["--conditions=@cutpoint/source"],
  };
}

const MORE = ["evictable-store", "erasable-store"] as const;

export const subjects: readonly Subject[] = [
  { type: "store", name: "@cutpoint/store-memory", rig: memory },
  { type: "store", name: "@cutpoint/store-jsonl", rig: jsonl },
  ...MORE.map((type): Subject => ({ type, name: "@cutpoint/store-jsonl", rig: jsonl })),
  { type: "store", name: "@cutpoint/store-sqlite", rig: sqlite },
  { type: "searchable-store", name: "@cutpoint/store-sqlite", rig: sqlite },
  ...MORE.map((type): Subject => ({ type, name: "@cutpoint/store-sqlite", rig: sqlite })),
  ...(connectionString === "" ? [] : postgresSubjects()),
];

if (connectionString === "")
  console.log("@cutpoint/store-postgres is left out: CUTPOINT_POSTGRES names no server\n");

function postgresSubjects(): readonly Subject[] {
  const name = "@cutpoint/store-postgres";
  return [
    { type: "store", name, rig: postgres },
    { type: "searchable-store", name, rig: postgres },
    ...MORE.map((type): Subject => ({ type, name, rig: postgres })),
  ];
}
