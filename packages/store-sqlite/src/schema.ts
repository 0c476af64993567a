import type { DatabaseSync } from "node:sqlite";
import { CutpointError } from "@cutpoint/session/store";

/** "Cutp" in ASCII. Identifies a database of Cutpoint. */
const APPLICATION_ID = 0x43_75_74_70;

/**
 * The changes of each version. A database has version n after the first n migrations.
 *
 * - `entries.place` orders the entries of all sessions by the time of writing. Keys come from `toStorableKey`. `body`
 *   is the JSON of the entry without its id.
 * - `words` indexes `indexText(searchableText(entry))` for the entries through `progress.indexed`. Core normalizes the
 *   words and separates the words of scripts without spaces, so every store finds the same entries. The tokenizer only
 *   splits at spaces.
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

/** Large enough that entries of 1 KB leave little unused space on a page. */
const PAGE_BYTES = 8192;

/**
 * Migrates a database to the version of this release.
 *
 * @throws `unsupported-version` if a newer release wrote the database, `invalid-input` if it belongs to another program
 */
export function migrate(database: DatabaseSync, file: string): void {
  if (versionOf(database, file) === MIGRATIONS.length) return;
  database.exec(`PRAGMA page_size = ${PAGE_BYTES}`);
  const row = database.prepare("PRAGMA journal_mode = WAL").get();
  if (row?.["journal_mode"] !== "wal")
    throw new CutpointError(
      "store-failed",
      `could not switch ${file} to WAL mode: expected a local file system`,
    );
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
    throw new CutpointError(
      "invalid-input",
      `${file} is a database of another program: expected a new file or a Cutpoint database`,
    );
  if (version > MIGRATIONS.length)
    throw new CutpointError(
      "unsupported-version",
      `schema version of ${file} is ${version}: expected at most ${MIGRATIONS.length}, ` +
        "upgrade @cutpoint/store-sqlite",
    );
  return version;
}

function numberOf(database: DatabaseSync, query: string): number {
  return Number(Object.values(database.prepare(query).get() ?? {})[0] ?? 0);
}
