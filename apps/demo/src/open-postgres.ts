import type { LogPlace } from "./open-log.ts";

/**
 * Logs in the PostgreSQL server that a connection string names, else in one that is started for this run alone.
 *
 * @returns one line that says what is missing where there is no server
 */
export async function openPostgres(
  connectionString: string | undefined,
): Promise<LogPlace | string> {
  const { createPostgresStore } = await import("@cutpoint/store-postgres");
  if (connectionString !== undefined && connectionString !== "") {
    const store = createPostgresStore({ connectionString });
    return {
      store,
      name: "the server that CUTPOINT_POSTGRES names",
      where: async (sessionId) => `session ${sessionId} in the server that CUTPOINT_POSTGRES names`,
      [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
    };
  }
  const { startServer } = await import("@cutpoint/postgres-server");
  const server = await startServer();
  if (typeof server === "string")
    return `--store postgres: ${server.replaceAll(/\s+/g, " ")}; CUTPOINT_POSTGRES may name one`;
  // An interrupted process says nothing to what it leaves behind; one that exits does.
  process.once("SIGINT", () => process.exit(130));
  const store = createPostgresStore({ connectionString: server.connectionString });
  return {
    store,
    name: "a server of this run",
    where: async () => null,
    notice: "A PostgreSQL server was started for this run alone; CUTPOINT_POSTGRES names another.",
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}
