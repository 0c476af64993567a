import type { LogPlace } from "./open-log.ts";

/**
 * Opens a location in the PostgreSQL server of `connectionString`, or in one that is started for this run.
 *
 * @returns an error message of one line if no server is available
 */
export async function openPostgres(
  connectionString: string | undefined,
): Promise<LogPlace | string> {
  const { createPostgresStore } = await import("@cutpoint/store-postgres");
  if (connectionString !== undefined && connectionString !== "") {
    const store = createPostgresStore({ connectionString });
    return {
      store,
      name: "the server of CUTPOINT_POSTGRES",
      where: async (sessionId) => `session ${sessionId} in the server of CUTPOINT_POSTGRES`,
      [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
    };
  }
  const { startServer } = await import("@cutpoint/postgres-server");
  const server = await startServer();
  if (typeof server === "string")
    return `--store postgres: ${server.replaceAll(/\s+/g, " ")}. Set CUTPOINT_POSTGRES to the URL of a server`;
  // Without an explicit exit, an interrupt skips the handlers that stop the server.
  process.once("SIGINT", () => process.exit(130));
  const store = createPostgresStore({ connectionString: server.connectionString });
  return {
    store,
    name: "a server of this run",
    where: async () => null,
    notice: "Started a PostgreSQL server for this run alone. Set CUTPOINT_POSTGRES to use another.",
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}
