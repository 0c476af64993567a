import { createClient } from "@libsql/client";
import BetterSqlite3 from "better-sqlite3";
import Libsql from "libsql";
import type { SqliteStore } from "../src/create-store.ts";
import { createConnectionDriver, createDriverStore, createLibsqlDriver } from "../src/drivers.ts";

export type DriverLocation = {
  readonly library: "better-sqlite3" | "libsql" | "@libsql/client";
  readonly file: string;
};

/** Opens a location of the tests, also in another process. The connection is closed with the store. */
export async function openStore(argument: string): Promise<SqliteStore> {
  const { library, file } = JSON.parse(argument) as DriverLocation;
  if (library === "@libsql/client") {
    const client = createClient({ url: `file:${file}`, timeout: 5000 });
    await client.execute("PRAGMA journal_mode = WAL");
    const driver = { ...createLibsqlDriver(client), close: async () => client.close() };
    return createDriverStore(driver);
  }
  const connection = library === "libsql" ? new Libsql(file) : new BetterSqlite3(file);
  connection.exec("PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL");
  const driver = { ...createConnectionDriver(connection), close: () => void connection.close() };
  return createDriverStore(driver);
}
