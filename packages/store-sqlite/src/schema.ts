import { CutpointError } from "@cutpoint/session/store";
import { sql, type Steps } from "./steps.ts";

/**
 * The changes of each version. A database has version n after the first n migrations.
 *
 * - The names begin with `cutpoint_`, because the tables can be in a database of the app.
 * - `entries.place` orders the entries of all sessions by the time of writing. Keys come from `toStorableKey`. `body`
 *   is the JSON of the entry without its id.
 * - `words` indexes `indexText(searchableText(entry))` for the entries through `progress.indexed`. Core normalizes the
 *   words and separates the words of scripts without spaces, so every store finds the same entries. The tokenizer only
 *   splits at spaces.
 */
const MIGRATIONS: readonly (readonly string[])[] = [
  [
    "CREATE TABLE cutpoint_sessions (number INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE)",
    `CREATE TABLE cutpoint_entries (
      place INTEGER PRIMARY KEY,
      session INTEGER NOT NULL,
      id TEXT NOT NULL,
      body TEXT NOT NULL
    )`,
    "CREATE INDEX cutpoint_entries_in_order ON cutpoint_entries (session)",
    "CREATE UNIQUE INDEX cutpoint_entries_by_id ON cutpoint_entries (session, id)",
    `CREATE VIRTUAL TABLE cutpoint_words USING fts5(
      text, content = '', contentless_delete = 1, tokenize = 'ascii'
    )`,
    "CREATE TABLE cutpoint_progress (indexed INTEGER NOT NULL)",
    "INSERT INTO cutpoint_progress VALUES (0)",
    "CREATE TABLE cutpoint_schema (version INTEGER NOT NULL)",
    "INSERT INTO cutpoint_schema VALUES (0)",
  ],
  [
    `CREATE TABLE cutpoint_states (
      conversation TEXT PRIMARY KEY,
      saved_at INTEGER NOT NULL,
      text TEXT NOT NULL
    )`,
  ],
];

/**
 * Returns whether the database has to be migrated.
 *
 * @throws `unsupported-version` if a newer release wrote the database
 */
export function* isOutdated(place: string): Steps<boolean> {
  return (yield* readVersion(place)) < MIGRATIONS.length;
}

/** Migrates a database to the version of this release. Call it within a transaction. */
export function* migrate(place: string): Steps<void> {
  const pending = MIGRATIONS.slice(yield* readVersion(place));
  for (const query of pending.flat()) yield sql(query);
  if (pending.length > 0) yield sql("UPDATE cutpoint_schema SET version = ?", MIGRATIONS.length);
}

function* readVersion(place: string): Steps<number> {
  const { rows: tables } = yield sql(
    "SELECT name FROM sqlite_schema WHERE name = 'cutpoint_schema'",
  );
  if (tables.length === 0) return 0;
  const {
    rows: [row],
  } = yield sql("SELECT version FROM cutpoint_schema");
  const version = Number(row?.["version"]);
  if (version > MIGRATIONS.length)
    throw new CutpointError(
      "unsupported-version",
      `schema version of ${place} is ${version}: expected at most ${MIGRATIONS.length}, ` +
        "upgrade @cutpoint/store-sqlite",
    );
  return version;
}
