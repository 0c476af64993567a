import { closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { CutpointError } from "@cutpoint/session/store";
import type { Database } from "./database.ts";
import type { SyncSqliteDriver } from "./driver.ts";
import { createConnectionDriver } from "./drivers/connection.ts";
import type { SqliteStoreOptions } from "./options.ts";

/** Large enough that entries of 1 KB leave little unused space on a page. */
const PAGE_BYTES = 8192;

/** Opens a database file with `node:sqlite`. The connection is closed if `create` throws. */
export function openFile(
  options: Required<SqliteStoreOptions>,
  create: (driver: SyncSqliteDriver) => Database,
): Database {
  const { file, durability, busyTimeoutMs, mode } = options;
  if (!existsSync(file)) {
    // Everyone who can read the file can open a new folder.
    mkdirSync(dirname(file), { recursive: true, mode: mode | ((mode & 0o444) >> 2) });
    closeSync(openSync(file, "a", mode));
  }
  const connection = new DatabaseSync(file, { timeout: busyTimeoutMs });
  try {
    if (!isInUse(connection, file)) prepareNew(connection, file);
    connection.exec(`PRAGMA synchronous = ${durability === "none" ? "NORMAL" : "FULL"}`);
    return create({ ...createConnectionDriver(connection), close: () => connection.close() });
  } catch (error) {
    connection.close();
    throw error;
  }
}

/**
 * Returns whether a file contains the tables of a store.
 *
 * @throws `invalid-input` if it belongs to another program
 */
function isInUse(connection: DatabaseSync, file: string): boolean {
  const { total, ours } = connection
    .prepare(
      "SELECT count(*) AS total, count(*) FILTER (WHERE name = 'cutpoint_schema') AS ours FROM sqlite_schema",
    )
    .get() as { readonly total: number; readonly ours: number };
  if (total > 0 && ours === 0)
    throw new CutpointError(
      "invalid-input",
      `${file} is a database of another program: expected a new file or a Cutpoint database`,
    );
  return ours > 0;
}

function prepareNew(connection: DatabaseSync, file: string): void {
  connection.exec(`PRAGMA page_size = ${PAGE_BYTES}`);
  const row = connection.prepare("PRAGMA journal_mode = WAL").get();
  if (row?.["journal_mode"] === "wal") return;
  throw new CutpointError(
    "store-failed",
    `could not switch ${file} to WAL mode: expected a local file system`,
  );
}
