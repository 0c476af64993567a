import { CutpointError } from "@cutpoint/session/store";
import { escapeIdentifier } from "pg";
import type { Database } from "./database.ts";
import { isNotMigrated } from "./failure.ts";
import { invalidInput } from "./options.ts";
import type { PostgresClient } from "./pool.ts";

/**
 * What makes each version of the tables of the one before; never changed once released, only added to.
 *
 * A session's row holds its head, and whoever appends holds that row's lock: `length` is the place of the newest entry.
 * Its key is never used again, so that a session that is begun again shares nothing with the one of before. It is
 * written with every append: room in its page lets the server do so without touching an index.
 *
 * `words` holds what `lexemes.ts` makes of the entries up to the place in `progress`, which is later than the appends:
 * a row of its own, so that whoever indexes and whoever appends do not wait for each other.
 */
const MIGRATIONS: readonly ((schema: string) => string)[] = [
  (schema) => `
    CREATE TABLE ${schema}.sessions (
      key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text COLLATE "C" NOT NULL UNIQUE,
      id text COLLATE "C" NOT NULL,
      head text COLLATE "C" NOT NULL,
      length bigint NOT NULL
    ) WITH (fillfactor = 50);
    CREATE TABLE ${schema}.entries (
      session bigint NOT NULL,
      place bigint NOT NULL,
      id text COLLATE "C" NOT NULL,
      body text NOT NULL,
      PRIMARY KEY (session, place),
      UNIQUE (session, id)
    );
    CREATE TABLE ${schema}.words (
      session bigint NOT NULL,
      place bigint NOT NULL,
      words tsvector NOT NULL,
      PRIMARY KEY (session, place)
    );
    CREATE INDEX words_found ON ${schema}.words USING gin (words) WITH (fastupdate = off);
    CREATE TABLE ${schema}.progress (session bigint PRIMARY KEY, indexed bigint NOT NULL);`,
];

/** Any number, so long as nobody else locks it: migrations wait for each other. */
const MIGRATION_LOCK = 7_233_104_225_431;

/**
 * Brings the tables to this release's version, where they are not.
 *
 * @throws `unsupported-version` where a newer release made them; `invalid-input` where the database is not in UTF-8
 */
export async function migrate(database: Database, schemaName: string): Promise<void> {
  const schema = escapeIdentifier(schemaName);
  if ((await readVersion(database, schema)) >= MIGRATIONS.length) return;
  await database.transaction(async (client) => {
    await client.query({ text: `SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})` });
    await requireUtf8(client);
    await makeVersionTable(client, schemaName, schema);
    const { rows } = await client.query({ text: `SELECT version FROM ${schema}.version` });
    const version = assertKnown(rows as readonly VersionRow[], schema);
    for (const migration of MIGRATIONS.slice(version))
      await client.query({ text: migration(schema) });
    await client.query({
      text: `UPDATE ${schema}.version SET version = $1`,
      values: [MIGRATIONS.length],
    });
  });
}

type VersionRow = { readonly version: number };

/** 0 where there are no tables. */
async function readVersion(database: Database, schema: string): Promise<number> {
  try {
    const query = { text: `SELECT version FROM ${schema}.version` };
    return assertKnown((await database.query<VersionRow>(query)).rows, schema);
  } catch (error) {
    if (isNotMigrated(error)) return 0;
    throw error;
  }
}

function assertKnown([row]: readonly VersionRow[], schema: string): number {
  const version = row?.version ?? 0;
  if (version <= MIGRATIONS.length) return version;
  throw new CutpointError(
    "unsupported-version",
    `schema ${schema} is of version ${version}: this release knows up to ${MIGRATIONS.length}`,
  );
}

async function requireUtf8(client: PostgresClient): Promise<void> {
  const { rows } = await client.query({ text: "SHOW server_encoding" });
  const [row] = rows as readonly { readonly server_encoding: string }[];
  if (row?.server_encoding === "UTF8") return;
  throw invalidInput("the database's encoding", row?.server_encoding, "it should be UTF8");
}

/** A schema that is there is left alone: whoever may make tables in it need not be allowed to make schemas. */
async function makeVersionTable(
  client: PostgresClient,
  schemaName: string,
  schema: string,
): Promise<void> {
  const { rows } = await client.query({
    text: "SELECT FROM pg_catalog.pg_namespace WHERE nspname = $1",
    values: [schemaName],
  });
  if (rows.length === 0) await client.query({ text: `CREATE SCHEMA ${schema}` });
  await client.query({
    text: `
      CREATE TABLE IF NOT EXISTS ${schema}.version (version integer NOT NULL);
      INSERT INTO ${schema}.version SELECT 0 WHERE NOT EXISTS (SELECT FROM ${schema}.version)`,
  });
}
