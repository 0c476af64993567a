import { open } from "node:fs/promises";
import type { DatabaseSync } from "node:sqlite";

const SQLITE_HEADER = "SQLite format 3\0";

/** Whether a file is an SQLite database. */
export async function isDatabase(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(SQLITE_HEADER.length), 0);
    return buffer.toString("latin1") === SQLITE_HEADER;
  } finally {
    await file.close();
  }
}

type SessionRow = {
  readonly id: string;
  readonly parent_id: string | null;
  readonly directory: string;
  readonly title: string;
  readonly version: string;
  readonly revert: string | null;
};

/**
 * Returns the newest session of opencode's database, as `opencode export` prints it. Sub-agents are left out.
 *
 * Opens the database read-only, since opencode may be running.
 *
 * @throws if it is not opencode's database, or has no session
 */
export async function newestOpencodeSession(path: string): Promise<string> {
  const { DatabaseSync: Database } = await import("node:sqlite");
  using database = new Database(path, { readOnly: true });
  const session = newestSession(database, path);
  const parts = Map.groupBy(
    database
      .prepare("SELECT message_id, data FROM part WHERE session_id = ? ORDER BY id")
      .all(session.id),
    ({ message_id }) => message_id,
  );
  const messages = database
    .prepare("SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id")
    .all(session.id)
    .map(({ data, id }) => ({
      info: { ...parsed(data), id },
      parts: (parts.get(id) ?? []).map((part) => parsed(part.data)),
    }));
  const { directory, id, parent_id, revert, title, version } = session;
  const info = { id, directory, title, version, parentID: parent_id, revert: parsed(revert) };
  return JSON.stringify({ info, messages });
}

function newestSession(database: DatabaseSync, path: string): SessionRow {
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE name IN ('session', 'message', 'part')")
    .all();
  if (tables.length < 3)
    throw new Error(`${path} is an SQLite database of another program: expected opencode's`);
  const row = database
    .prepare(
      "SELECT id, parent_id, directory, title, version, revert FROM session WHERE parent_id IS NULL ORDER BY time_updated DESC LIMIT 1",
    )
    .get();
  if (row === undefined) throw new Error(`${path} has no session`);
  return row as SessionRow;
}

function parsed(json: unknown): object {
  return typeof json === "string" ? (JSON.parse(json) as object) : {};
}
