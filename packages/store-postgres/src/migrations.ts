import { CutpointError, invalidInput } from "@cutpoint/session/store";
import { escapeIdentifier } from "pg";
import type { Database } from "./database.ts";
import { isNotMigrated } from "./errors.ts";
import type { PostgresClient } from "./pool.ts";

/**
 * The SQL of each schema version. Released migrations never change; new ones are added at the end.
 *
 * A session's row holds its head, and a writer locks this row. `length` is the place of the newest entry. Keys are
 * never reused, so a session that is deleted and created again shares no rows with the old one. The row is updated with
 * every append, so its pages keep free space for updates that change no index.
 *
 * `words` holds the lexemes of the entries up to the place in `progress`. That is a separate row, so that indexing and
 * appending do not block each other. The index collects new words and adds many at once: with `fastupdate = off`, the
 * server writes ten times as much.
 *
 * An entry whose body was moved to object storage keeps its row, so its id stays unique and its place known. Objects
 * that no segment uses are in `unused_objects` until they are deleted.
 *
 * `partition` is 0 unless `entries` was divided; see `partitions.ts`.
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
    CREATE INDEX words_found ON ${schema}.words USING gin (words);
    CREATE TABLE ${schema}.progress (session bigint PRIMARY KEY, indexed bigint NOT NULL);`,
  (schema) => `
    ALTER TABLE ${schema}.entries ALTER COLUMN body DROP NOT NULL, ADD COLUMN segment bigint;
    CREATE TABLE ${schema}.segments (
      key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      session bigint NOT NULL,
      first bigint NOT NULL,
      last bigint NOT NULL,
      object text NOT NULL,
      bytes bigint NOT NULL
    );
    CREATE INDEX segments_of ON ${schema}.segments (session, first);
    CREATE TABLE ${schema}.unused_objects (object text PRIMARY KEY);`,
  (schema) => `
    ALTER TABLE ${schema}.sessions ADD COLUMN partition smallint NOT NULL DEFAULT 0;
    ALTER TABLE ${schema}.entries ADD COLUMN partition smallint NOT NULL DEFAULT 0;`,
  (schema) => `
    CREATE TABLE ${schema}.states (
      name text COLLATE "C" PRIMARY KEY,
      conversation text COLLATE "C" NOT NULL,
      saved_at bigint NOT NULL,
      text text NOT NULL
    );`,
];

/** An arbitrary number. Concurrent migrations wait for this lock. */
const MIGRATION_LOCK = 7_233_104_225_431;

/**
 * Migrates the tables to the version of this release.
 *
 * @throws `unsupported-version` if a newer release migrated them, `invalid-input` if the database encoding is not UTF-8
 */
export async function migrate(database: Database, schemaName: string): Promise<void> {
  const schema = escapeIdentifier(schemaName);
  if ((await readVersion(database, schema)) >= MIGRATIONS.length) return;
  await database.transaction(async (client) => {
    await client.query({ text: `SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})` });
    await assertUtf8(client);
    await createVersionTable(client, schemaName, schema);
    const { rows } = await client.query({ text: `SELECT version FROM ${schema}.version` });
    const version = checkVersion(rows as readonly VersionRow[], schema);
    for (const migration of MIGRATIONS.slice(version))
      await client.query({ text: migration(schema) });
    await client.query({
      text: `UPDATE ${schema}.version SET version = $1`,
      values: [MIGRATIONS.length],
    });
  });
}

type VersionRow = { readonly version: number };

/** Returns 0 if the tables do not exist. */
async function readVersion(database: Database, schema: string): Promise<number> {
  try {
    const query = { text: `SELECT version FROM ${schema}.version` };
    return checkVersion((await database.query<VersionRow>(query)).rows, schema);
  } catch (error) {
    if (isNotMigrated(error)) return 0;
    throw error;
  }
}

function checkVersion([row]: readonly VersionRow[], schema: string): number {
  const version = row?.version ?? 0;
  if (version <= MIGRATIONS.length) return version;
  throw new CutpointError(
    "unsupported-version",
    `version of schema ${schema} is ${version}: expected at most ${MIGRATIONS.length}, upgrade @cutpoint/store-postgres`,
  );
}

async function assertUtf8(client: PostgresClient): Promise<void> {
  const { rows } = await client.query({ text: "SHOW server_encoding" });
  const [row] = rows as readonly { readonly server_encoding: string }[];
  if (row?.server_encoding === "UTF8") return;
  throw invalidInput("server_encoding", row?.server_encoding, "expected UTF8");
}

/** Does not create an existing schema, because the account may be allowed to create tables but not schemas. */
async function createVersionTable(
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
