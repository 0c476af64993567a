import type { DatabaseSync } from "node:sqlite";
import { CutpointError } from "@cutpoint/session/store";

/** "Cutp": what tells a database of Cutpoint from any other. */
const APPLICATION_ID = 0x43_75_74_70;

/**
 * What each version adds to the one before; a database is of version n when the first n are done.
 *
 * - `entries.place` orders the entries of all sessions as they were written; keys are those of `toStorableKey`. `body` is
 *   the entry's JSON without its id, which stands in `id` alone.
 * - `words` indexes `indexText(searchableText(entry))` of the entries up to `progress.indexed`. Core has folded the words
 *   already and parted those of scripts without spaces, so that every store finds the same; the tokenizer parts at
 *   spaces alone.
 */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE sessions (number INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE);
  CREATE TABLE entries (
    place INTEGER PRIMARY KEY,
    session INTEGER NOT NULL,
    id TEXT NOT NULL,
    body TEXT NOT NULL
  );
  CREATE INDEX entries_in_order ON entries (session);
  CREATE UNIQUE INDEX entries_by_id ON entries (session, id);
  CREATE VIRTUAL TABLE words USING fts5(
    text, content = '', contentless_delete = 1, tokenize = 'ascii'
  );
  CREATE TABLE progress (indexed INTEGER NOT NULL);
  INSERT INTO progress VALUES (0);
  `,
];

/** Large enough that entries of a kilobyte leave little of a page unused. */
const PAGE_BYTES = 8192;

/**
 * Brings a database to the version of this release.
 *
 * @throws `unsupported-version` where a newer release has written it, `invalid-input` where it is another program's
 */
export function migrate(database: DatabaseSync, file: string): void {
  if (versionOf(database, file) === MIGRATIONS.length) return;
  database.exec(`PRAGMA page_size = ${PAGE_BYTES}`);
  const row = database.prepare("PRAGMA journal_mode = WAL").get();
  if (row?.["journal_mode"] !== "wal")
    throw new CutpointError("store-failed", `${file} cannot be written by several connections`);
  database.exec("BEGIN IMMEDIATE");
  try {
    for (const step of MIGRATIONS.slice(versionOf(database, file))) database.exec(step);
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
    database.exec("COMMIT");
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}

function versionOf(database: DatabaseSync, file: string): number {
  const version = numberOf(database, "PRAGMA user_version");
  const isOurs = numberOf(database, "PRAGMA application_id") === APPLICATION_ID;
  if (!isOurs && numberOf(database, "SELECT count(*) FROM sqlite_schema") > 0)
    throw new CutpointError("invalid-input", `${file} is a database of another program`);
  if (version > MIGRATIONS.length)
    throw new CutpointError(
      "unsupported-version",
      `${file} is of version ${version}: this release of @cutpoint/store-sqlite reads up to ` +
        `version ${MIGRATIONS.length}: use a newer one`,
    );
  return version;
}

function numberOf(database: DatabaseSync, query: string): number {
  return Number(Object.values(database.prepare(query).get() ?? {})[0] ?? 0);
}
