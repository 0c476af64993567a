import type { DatabaseSync } from "node:sqlite";

type SessionRow = {
  readonly id: string;
  readonly parent_id: string | null;
  readonly directory: string;
  readonly title: string;
  readonly version: string;
  readonly revert: string | null;
};

/**
 * Returns a session of opencode's database, as `opencode export` prints it. Default: the newest that is no sub-agent.
 *
 * Opens the database read-only, since opencode may be running.
 *
 * @throws if it is not opencode's database, or has no such session
 */
export async function readOpencodeSession(path: string, sessionId?: string): Promise<string> {
  const { DatabaseSync: Database } = await import("node:sqlite");
  using database = new Database(path, { readOnly: true });
  const session = findSession(database, path, sessionId);
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

function findSession(database: DatabaseSync, path: string, sessionId?: string): SessionRow {
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE name IN ('session', 'message', 'part')")
    .all();
  if (tables.length < 3)
    throw new Error(
      `${path} is an SQLite database of another program: expected Cutpoint's or opencode's`,
    );
  const row = database
    .prepare(
      "SELECT id, parent_id, directory, title, version, revert FROM session WHERE id = ?1 OR (?1 IS NULL AND parent_id IS NULL) ORDER BY time_updated DESC LIMIT 1",
    )
    .get(sessionId ?? null);
  if (row === undefined)
    throw new Error(
      `${path} has no session${sessionId === undefined ? "" : ` ${JSON.stringify(sessionId)}`}`,
    );
  return row as SessionRow;
}

function parsed(json: unknown): object {
  return typeof json === "string" ? (JSON.parse(json) as object) : {};
}
