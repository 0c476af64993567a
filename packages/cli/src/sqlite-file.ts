import { open } from "node:fs/promises";

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

/** Whether an SQLite database is a store of Cutpoint. Opens it read-only. */
export async function isStoreFile(path: string): Promise<boolean> {
  const { DatabaseSync: Database } = await import("node:sqlite");
  using database = new Database(path, { readOnly: true });
  const table = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'cutpoint_sessions'");
  return table.get() !== undefined;
}
